#ifndef CLIBPNG_SHIM_H
#define CLIBPNG_SHIM_H

/* Names libpng and zlib for the linker; only the C code of CPNG includes their headers. */

#include <png.h>
#include <zlib.h>

#endif
