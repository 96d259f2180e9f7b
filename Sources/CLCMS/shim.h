#ifndef CLCMS_SHIM_H
#define CLCMS_SHIM_H

/* Little CMS's header, for the target Imaging alone. */

#include <lcms2.h>

#endif
