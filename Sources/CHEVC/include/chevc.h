#ifndef CHEVC_H
#define CHEVC_H

/* libavcodec's decoder of HEVC for still pictures, where a system has it.
 *
 * Nothing is linked and no header of it is read: the library is opened when it is first asked for, and of
 * its structures no more is touched than the first fields, which are the same in the versions that are
 * taken (decision 0210). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version as three numbers of 8 bits, the highest first; 0 where no version that is known is there.
 * The first call opens the library, which takes files; it may come from any one thread at a time. */
unsigned chevc_version(void);

typedef struct chevc_decoder chevc_decoder;

/* A decoder for pictures of at most so many samples of luma, those included that a stream fills up with and
 * does not show; NULL without a library or memory. */
chevc_decoder *chevc_open(int64_t limit);
void chevc_close(chevc_decoder *decoder);

/* A unit of a stream, without a start code. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
} chevc_unit;

/* A plane that samples go to: row `y` lies in place `y` modulo `kept`. */
typedef struct {
  uint8_t *samples;
  size_t stride;
  int kept;
} chevc_plane;

/* Where a picture goes: into luma and two planes of chroma, halved both ways. All numbers are even. */
typedef struct {
  chevc_plane planes[3];
  /* Where its first sample goes, and how many columns and rows of it are taken, in samples of luma. */
  int left, top, columns, rows;
} chevc_target;

/* Decodes the units of one picture of `width` × `height`, parameter sets first, with 8 bits a sample, in
 * full range, by no other matrix than BT.601.
 *
 * Whether it did: anything that is not so, not whole or damaged is a no, whatever was written. The first
 * no is the last use of a decoder. */
bool chevc_decode(chevc_decoder *decoder, const chevc_unit *units, size_t count, int width, int height,
                  const chevc_target *target);

#endif
