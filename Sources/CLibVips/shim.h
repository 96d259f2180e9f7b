#ifndef CLIBVIPS_SHIM_H
#define CLIBVIPS_SHIM_H

/* Names libvips for the compiler, and on Apple's systems for the linker; only CVips includes its headers. */

#include <vips/vips.h>

#endif
