#include "chevc.h"

#include <stdlib.h>
#include <string.h>

/* Other systems have their own decoders. */
#ifdef __linux__

#include <dlfcn.h>

/* The first fields of libavcodec's structures, as in its headers from version 59 (FFmpeg 5.0) to 62 (8.0). */

typedef struct {
  const void *class;
  int log_level_offset;
} codec_head;

typedef struct {
  void *buffer;
  int64_t shown_at, decoded_at;
  uint8_t *bytes;
  int count;
} packet_head;

typedef struct {
  uint8_t *planes[8];
  int strides[8];
  uint8_t **all_planes;
  int width, height, sound, format;
} frame_head;

/* AV_PIX_FMT_YUVJ420P: luma and halved chroma of 8 bits in full range. */
enum { FULL_RANGE_420 = 12 };
/* AVCOL_SPC_UNSPECIFIED, _BT470BG and _SMPTE170M: the matrix of BT.601, or none stated. */
enum { UNSPECIFIED = 2, BT470BG = 5, SMPTE170M = 6 };
/* Added to any level, this is above every printed level and below 256, where the bits for colours begin. */
enum { SILENT = 100 };

/* Every function that is called: its result, its name, its parameters. */
#define FUNCTIONS(F)                                                       \
  F(unsigned, avcodec_version, (void))                                     \
  F(const void *, avcodec_find_decoder_by_name, (const char *))            \
  F(codec_head *, avcodec_alloc_context3, (const void *))                  \
  F(void, avcodec_free_context, (codec_head **))                           \
  F(int, avcodec_open2, (codec_head *, const void *, void **))             \
  F(int, avcodec_send_packet, (codec_head *, const packet_head *))         \
  F(int, avcodec_receive_frame, (codec_head *, frame_head *))              \
  F(void, avcodec_flush_buffers, (codec_head *))                           \
  F(packet_head *, av_packet_alloc, (void))                                \
  F(int, av_new_packet, (packet_head *, int))                              \
  F(void, av_packet_unref, (packet_head *))                                \
  F(void, av_packet_free, (packet_head **))                                \
  F(frame_head *, av_frame_alloc, (void))                                  \
  F(void, av_frame_free, (frame_head **))                                  \
  F(int, av_dict_set_int, (void **, const char *, int64_t, int))           \
  F(int, av_dict_set, (void **, const char *, const char *, int))          \
  F(void, av_dict_free, (void **))                                         \
  F(int, av_opt_get_int, (void *, const char *, int, int64_t *))

static struct {
#define POINTER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(POINTER)
} av;

static const void *codec;

/* Finds all functions; those of libavutil are found through the library, which is linked with it. */
static bool find(void *library) {
#define FIND(result, name, arguments)              \
  *(void **)&av.name = dlsym(library, #name);      \
  if (!av.name) return false;
  FUNCTIONS(FIND)
  return true;
}

unsigned chevc_version(void) {
  static bool is_opened;
  /* The names contain the version of the interface, which determines how structures begin. */
  static const char *const names[] = {
      "libavcodec.so.62", "libavcodec.so.61", "libavcodec.so.60", "libavcodec.so.59"};
  for (size_t i = 0; !is_opened && !codec && i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    if (library && find(library)) codec = av.avcodec_find_decoder_by_name("hevc");
  }
  is_opened = true;
  return codec ? av.avcodec_version() : 0;
}

struct chevc_decoder {
  codec_head *context;
  packet_head *packet;
  frame_head *frame;
};

chevc_decoder *chevc_open(int64_t limit) {
  if (!codec) return NULL;
  chevc_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->context = av.avcodec_alloc_context3(codec);
  decoder->packet = av.av_packet_alloc();
  decoder->frame = av.av_frame_alloc();
  void *options = NULL;
  int status = av.av_dict_set_int(&options, "threads", 1, 0);
  status |= av.av_dict_set_int(&options, "max_pixels", limit, 0);
  /* Errors in the data must fail instead of being concealed. */
  status |= av.av_dict_set(&options, "err_detect", "explode", 0);
  /* Pictures are cropped to the sample, even if rows then begin at odd addresses. */
  status |= av.av_dict_set(&options, "flags", "+unaligned", 0);
  bool is_open = status >= 0 && decoder->context && decoder->packet && decoder->frame;
  if (is_open) {
    decoder->context->log_level_offset = SILENT;
    is_open = av.avcodec_open2(decoder->context, codec, &options) >= 0;
  }
  av.av_dict_free(&options);
  if (is_open) return decoder;
  chevc_close(decoder);
  return NULL;
}

void chevc_close(chevc_decoder *decoder) {
  if (!decoder) return;
  if (decoder->context) av.avcodec_free_context(&decoder->context);
  if (decoder->packet) av.av_packet_free(&decoder->packet);
  if (decoder->frame) av.av_frame_free(&decoder->frame);
  free(decoder);
}

static bool is_jfif(chevc_decoder *decoder) {
  int64_t matrix;
  if (decoder->frame->format != FULL_RANGE_420) return false;
  if (av.av_opt_get_int(decoder->context, "colorspace", 0, &matrix) < 0) return false;
  return matrix == UNSPECIFIED || matrix == BT470BG || matrix == SMPTE170M;
}

/* Whether a sample was decoded; also marks the memory as not decoded for the next picture. */
static bool take(const frame_head *frame, int x, int y) {
  uint8_t *luma = frame->planes[0] + (ptrdiff_t)y * frame->strides[0] + x;
  uint8_t *blue = frame->planes[1] + (ptrdiff_t)(y / 2) * frame->strides[1] + x / 2;
  uint8_t *red = frame->planes[2] + (ptrdiff_t)(y / 2) * frame->strides[2] + x / 2;
  bool is_decoded = *luma | *blue | *red;
  *luma = *blue = *red = 0;
  return is_decoded;
}

/* Whether every block that is shown was decoded.
 *
 * The library does not report blocks that a stream leaves out. Its memory is filled with zeros at first, and one
 * sample of each block of 8×8 is set to zero again here: no color of a photo, a green outside of any screen's
 * range. A coding block has 16×16 samples or more, so one of its four is not affected by the filter at its
 * neighbours' edges. Phones fill tiles up with that green beyond a picture's edges, so there the last column or row
 * that is shown counts. */
static bool is_whole(const frame_head *frame, const chevc_target *target) {
  int right = target->columns - 1, below = target->rows - 1;
  for (int y = 4; y < frame->height; y += 8) {
    for (int x = 4; x < frame->width; x += 8) {
      bool is_shown = x - 4 <= right && y - 4 <= below;
      if (is_shown && !take(frame, x < right ? x : right, y < below ? y : below)) return false;
      if (x > right || y > below) take(frame, x, y);
    }
  }
  return true;
}

static void copy(const frame_head *frame, const chevc_target *target) {
  for (int i = 0; i < 3; i++) {
    int halved = i > 0, columns = (target->columns + halved) >> halved;
    const chevc_plane *plane = target->planes + i;
    for (int y = 0; y < (target->rows + halved) >> halved; y++) {
      size_t place = (size_t)(((target->top >> halved) + y) % plane->kept) * plane->stride;
      memcpy(plane->samples + place + (target->left >> halved),
             frame->planes[i] + (ptrdiff_t)y * frame->strides[i], (size_t)columns);
    }
  }
}

/* Whether a unit contains a start code, which is not allowed: it would be read as two units. */
static bool has_start(const chevc_unit *unit) {
  for (size_t i = 2; i < unit->count; i += unit->bytes[i] > 2 ? 3 : 1)
    if (unit->bytes[i] <= 2 && !unit->bytes[i - 1] && !unit->bytes[i - 2]) return true;
  return false;
}

/* Joins all units, each after a start code. */
static bool join(packet_head *packet, const chevc_unit *units, size_t count) {
  static const uint8_t start[] = {0, 0, 0, 1};
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    if (units[i].count > INT32_MAX / 4 || has_start(units + i)) return false;
    length += sizeof start + units[i].count;
    if (length > INT32_MAX / 2) return false;
  }
  if (av.av_new_packet(packet, (int)length) < 0) return false;
  uint8_t *place = packet->bytes;
  for (size_t i = 0; i < count; i++) {
    memcpy(place, start, sizeof start);
    memcpy(place + sizeof start, units[i].bytes, units[i].count);
    place += sizeof start + units[i].count;
  }
  return true;
}

/* Receives the only picture of some units. */
static bool receive(chevc_decoder *decoder, const chevc_unit *units, size_t count) {
  if (!join(decoder->packet, units, count)) return false;
  int status = av.avcodec_send_packet(decoder->context, decoder->packet);
  av.av_packet_unref(decoder->packet);
  if (status < 0) return false;
  /* The stream ends here, so that the picture is returned at once. */
  if (av.avcodec_send_packet(decoder->context, NULL) < 0) return false;
  return av.avcodec_receive_frame(decoder->context, decoder->frame) >= 0;
}

bool chevc_decode(chevc_decoder *decoder, const chevc_unit *units, size_t count, int width, int height,
                  const chevc_target *target) {
  if (!receive(decoder, units, count)) return false;
  const frame_head *frame = decoder->frame;
  if (!is_jfif(decoder) || frame->width != width || frame->height != height) return false;
  if (target->columns > width || target->rows > height) return false;
  copy(frame, target);
  bool is_sound = is_whole(frame, target);
  /* The next picture does not refer to this one. */
  av.avcodec_flush_buffers(decoder->context);
  return is_sound;
}

#else

unsigned chevc_version(void) { return 0; }

chevc_decoder *chevc_open(int64_t limit) {
  (void)limit;
  return NULL;
}

void chevc_close(chevc_decoder *decoder) { (void)decoder; }

bool chevc_decode(chevc_decoder *decoder, const chevc_unit *units, size_t count, int width, int height,
                  const chevc_target *target) {
  (void)decoder, (void)units, (void)count, (void)width, (void)height, (void)target;
  return false;
}

#endif
