#ifndef CHEIF_SHIM_H
#define CHEIF_SHIM_H

/* libheif's header, for the target Imaging alone. */

#include <libheif/heif.h>

#endif
