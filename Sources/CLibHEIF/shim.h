#ifndef CLIBHEIF_SHIM_H
#define CLIBHEIF_SHIM_H

/* Names libheif for the compiler, and on Apple's systems for the linker; only CHEIF includes its header. */

#include <libheif/heif.h>

#endif
