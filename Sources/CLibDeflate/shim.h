#ifndef CLIBDEFLATE_SHIM_H
#define CLIBDEFLATE_SHIM_H

/* Names libdeflate for the linker; only the C code of CPNG includes its header. */

#include <libdeflate.h>

#endif
