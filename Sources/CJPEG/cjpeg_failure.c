#include "cjpeg_failure.h"

#include <jerror.h>

_Static_assert(CJPEG_MESSAGE_SIZE >= JMSG_LENGTH_MAX, "A message of libjpeg's must fit.");

static void jump(j_common_ptr codec) {
  cjpeg_failure *failure = (cjpeg_failure *)codec->err;
  codec->err->format_message(codec, failure->message);
  longjmp(failure->place, 1);
}

/* Whether a scan has no data for blocks above the last row of them: it was cut off, though the file has an end. */
static int is_cut(j_common_ptr codec) {
  if (codec->err->msg_code != JWRN_HIT_MARKER || !codec->is_decompressor) return 0;
  j_decompress_ptr reader = (j_decompress_ptr)codec;
  return reader->input_iMCU_row + 1 < reader->total_iMCU_rows;
}

/* Other warnings are not failures (decision 0201) and are not printed. */
static void note(j_common_ptr codec, int level) {
  if (level >= 0) return;
  if (is_cut(codec)) jump(codec);
  codec->err->num_warnings++;
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *cjpeg_catch(cjpeg_failure *failure, char *message) {
  failure->message = message;
  message[0] = 0;
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = jump;
  failure->manager.emit_message = note;
  failure->manager.output_message = say_nothing;
  return &failure->manager;
}
