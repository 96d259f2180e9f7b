#ifndef CLIBJPEG_SHIM_H
#define CLIBJPEG_SHIM_H

/* libjpeg-turbo's header, for the target CJPEG alone. */

#include <stdio.h>
#include <jpeglib.h>

#endif
