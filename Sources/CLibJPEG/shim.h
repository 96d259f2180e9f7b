#ifndef CLIBJPEG_SHIM_H
#define CLIBJPEG_SHIM_H

/* libjpeg-turbo's header, only for the target CJPEG. */

#include <stdio.h>
#include <jpeglib.h>

#endif
