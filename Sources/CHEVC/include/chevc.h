#ifndef CHEVC_H
#define CHEVC_H

/* libavcodec's decoder of HEVC for still pictures, if the system has it.
 *
 * Nothing is linked and none of its headers is used: the library is opened on the first request, and only the first
 * fields of its structures are used, which are the same in the accepted versions (decision 0210). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version as three numbers of 8 bits, the highest first; 0 if no known version is installed. The first call
 * opens the library, which needs files; calls may come from any thread, but only one at a time. */
unsigned chevc_version(void);

typedef struct chevc_decoder chevc_decoder;

/* A decoder for pictures of at most so many samples of luma, including the padding that a stream does not show;
 * NULL without a library or memory. */
chevc_decoder *chevc_open(int64_t limit);
void chevc_close(chevc_decoder *decoder);

/* A unit of a stream, without a start code. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
} chevc_unit;

/* The target plane of samples: row `y` is at index `y` modulo `kept`. */
typedef struct {
  uint8_t *samples;
  size_t stride;
  int kept;
} chevc_plane;

/* The target of a picture: luma and two planes of chroma, halved both ways. */
typedef struct {
  chevc_plane planes[3];
  /* The target of its first sample, which is even, and the number of columns and rows to copy, in samples of luma. */
  int left, top, columns, rows;
} chevc_target;

/* Decodes the units of one picture of `width` × `height`, parameter sets first, with 8 bits a sample, in full
 * range, and no other matrix than BT.601.
 *
 * Returns whether it did: any other, incomplete or damaged picture gives false, even after samples were written.
 * After the first false a decoder must not be used again. */
bool chevc_decode(chevc_decoder *decoder, const chevc_unit *units, size_t count, int width, int height,
                  const chevc_target *target);

#endif
