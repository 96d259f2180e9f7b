#ifndef CPLANES_RESAMPLE_LAYOUT_H
#define CPLANES_RESAMPLE_LAYOUT_H

#include "cplanes.h"

/* Weights have 14 bits after the point. Between the passes samples keep 6, so that 255 · 64 and the
 * kernel's overshoot of a quarter stay within 16 bits. */
enum { WEIGHT_BITS = 14, MIDDLE_BITS = 6 };
enum { HORIZONTAL_SHIFT = WEIGHT_BITS - MIDDLE_BITS, VERTICAL_SHIFT = WEIGHT_BITS + MIDDLE_BITS };

/* The alignment of memory for vector loops, in bytes: a cache line. */
enum { ALIGNMENT = 64 };

/* The memory of vector loops. */
typedef struct {
  /* The first column with weight, even. */
  int first_column;
  /* Pairs of columns from there on, and how many of them have samples, both a multiple of 8. */
  size_t pair_count, filled_pairs;
  /* The number of pairs of rows kept between the passes, and the bytes of each. */
  size_t slot_count, slot_bytes;
} pairs_layout;

/* For registers of `lanes` times 128 bits. */
pairs_layout pairs_layout_of(const cplanes_axis *horizontal, const cplanes_axis *vertical,
                             int last_column, int lanes);

/* The taps of a sample up to the last that has weight, rounded up to pairs. */
int cplanes_used_taps(const int16_t *weights, int taps);

typedef void cplanes_loops(const cplanes_source *source, const cplanes_axis *horizontal,
                           const cplanes_axis *vertical, const cplanes_result *result,
                           cplanes_progress *progress, int end);

cplanes_loops cplanes_resample_128, cplanes_resample_256;

#endif
