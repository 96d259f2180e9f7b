#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>
#include <stdint.h>

/* libjpeg-turbo behind plain functions: no setjmp, no longjmp and no libjpeg type leaves this target. Pixels are
 * passed as the planes of a JPEG, without conversion to RGB and without enlarging halved chroma. */

/* Room for libjpeg's longest message (JMSG_LENGTH_MAX) and its ending zero. */
enum { CJPEG_MESSAGE_SIZE = 200 };

/* One plane of a JPEG decoded at some scale. */
typedef struct {
  /* The size in samples. */
  int width, height;
  /* The bytes of a row, whole blocks, and the rows that are written, whole rows of blocks. */
  int row_bytes, rows;
  /* How many columns and rows of the first plane one sample covers. */
  int subsampling_x, subsampling_y;
  /* The number of columns and rows of samples that come only from the picture's own stored ones. In planes that are
   * decoded smaller, one more column and row also depends on the padding beyond the picture's edge, which the
   * encoder chose. At least 1. */
  int own_width, own_height;
} cjpeg_plane;

/* The facts in a JPEG's header. */
typedef struct {
  /* The stored size in pixels. */
  int width, height;
  /* Whether there are three planes of luma and two chroma differences, 8 bits a sample, with a sampling that
   * `cjpeg_decode` supports. */
  int is_ycc;
  cjpeg_plane planes[3];
} cjpeg_layout;

/* Reads a header and plans decoding at 1/`denominator` (1, 2, 4 or 8). Returns 0, or -1 with a
 * message. */
int cjpeg_read_layout(const uint8_t *bytes, size_t count, int denominator, cjpeg_layout *layout,
                      char *message);

/* A listener to the progress of decoding: called with the number of decoded rows of the first plane, with the
 * corresponding rows of the others, each time there are more. It must not jump out of the call. */
typedef struct {
  void *context;
  void (*decoded)(void *context, int rows);
} cjpeg_listener;

/* The target of a plane's samples: row `y` is at index `y` modulo `kept`, which is a multiple of CJPEG_ROWS or at
 * least the plane's `rows`. The stride is in bytes and at least `row_bytes`. */
typedef struct {
  uint8_t *samples;
  size_t stride;
  int kept;
} cjpeg_target;

/* The most rows of a plane that are decoded at once. */
enum { CJPEG_ROWS = 16 };

/* Decodes into three planes with the layout from `cjpeg_read_layout` for the same denominator. Data that ends early
 * is a failure; libjpeg's warnings are not. All coefficients of a file of several scans are in memory until the
 * last scan is read, two bytes each (decision 0601). Without targets only reads a JPEG of any kind and calls no
 * listener. Returns the number of warnings, or -1 with a message. */
int cjpeg_decode(const uint8_t *bytes, size_t count, int denominator,
                 const cjpeg_target targets[3], cjpeg_listener listener, char *message);

/* The planes to encode: red, green and blue of equal sizes; luma, and chroma of half its width and height, rounded
 * up, where every row must repeat its last sample up to a multiple of 16; or one plane of grey. */
typedef enum { CJPEG_RGB, CJPEG_YCC, CJPEG_GREY } cjpeg_colours;

/* Encodes baseline with the standard's Huffman tables and without any metadata. The file is stored in `*file`; free
 * it with `cjpeg_free`. Returns 0, or -1 with a message. */
int cjpeg_encode(const uint8_t *const planes[3], const size_t strides[3], int width, int height,
                 cjpeg_colours colours, int quality, uint8_t **file, size_t *count, char *message);

void cjpeg_free(uint8_t *file);

/* The version of libjpeg-turbo that this was built with: 2001005 for 2.1.5. */
int cjpeg_version(void);

#endif
