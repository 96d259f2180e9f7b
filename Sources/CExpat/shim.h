#ifndef CEXPAT_SHIM_H
#define CEXPAT_SHIM_H

/* expat's header, for the target Platform alone. */

#include <expat.h>

#endif
