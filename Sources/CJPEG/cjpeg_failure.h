#ifndef CJPEG_FAILURE_H
#define CJPEG_FAILURE_H

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>

#include "cjpeg.h"

/* libjpeg's error manager with the jump target. */
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf place;
  char *message;
} cjpeg_failure;

/* Makes errors jump to `failure->place` and suppresses warnings. */
struct jpeg_error_mgr *cjpeg_catch(cjpeg_failure *failure, char *message);

#endif
