#ifndef CHEIF_SHIM_H
#define CHEIF_SHIM_H

/* libheif's header, only for the target Imaging. */

#include <libheif/heif.h>

#endif
