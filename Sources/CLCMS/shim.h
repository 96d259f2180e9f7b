#ifndef CLCMS_SHIM_H
#define CLCMS_SHIM_H

/* Little CMS's header, only for the target Imaging. */

#include <lcms2.h>

#endif
