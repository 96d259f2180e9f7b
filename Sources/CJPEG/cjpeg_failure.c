#include "cjpeg_failure.h"

_Static_assert(CJPEG_MESSAGE_SIZE >= JMSG_LENGTH_MAX, "A message of libjpeg's must fit.");

static void jump(j_common_ptr codec) {
  cjpeg_failure *failure = (cjpeg_failure *)codec->err;
  codec->err->format_message(codec, failure->message);
  longjmp(failure->place, 1);
}

/* Warnings are not failures (decision 0201) and are not printed. */
static void pass_over(j_common_ptr codec, int level) {
  if (level < 0) codec->err->num_warnings++;
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *cjpeg_catch(cjpeg_failure *failure, char *message) {
  failure->message = message;
  message[0] = 0;
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = jump;
  failure->manager.emit_message = pass_over;
  failure->manager.output_message = say_nothing;
  return &failure->manager;
}
