#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

/* The one place where Swift meets libvips. Each inline function wraps one variadic libvips call,
 * which Swift cannot make, with plain arguments in and plain values out. */

#include <vips/vips.h>

#endif
