#ifndef CCONVOLUTION_H
#define CCONVOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sums in the networks, and those of edges and noise. In C because one of the two implementations for the
 * networks needs a processor that not every machine has, and because C is fast enough in debug builds. */

/* The number of outputs whose sums are computed at once, and a factor of the number of cells. */
enum { CCONVOLUTION_OUTPUTS = 8, CCONVOLUTION_CELLS = 4 };

/* One row of cells, with eight outputs each. Distances are in numbers, not bytes. */
typedef struct {
  /* The first number that the first cell's kernel covers, the distance to the next row's, and to the next cell's. */
  const float *source;
  size_t source_row, source_cell;
  /* The rows of the kernel, and the numbers of each: its columns times the inputs, which are next to each other. */
  size_t kernel, run;
  /* Eight weights for each number that the kernel covers, and eight biases. */
  const float *weights, *bias;
  /* The target of the first cell's eight sums, and the distance to the next cell's. */
  float *target;
  size_t target_cell;
  /* The number of cells. */
  size_t cells;
} cconvolution_row;

/* Whether this machine has registers for eight numbers: AVX2's. */
bool cconvolution_is_wide(void);

/* Computes the sums: bias first, then weight times number in the order of both in memory, and nothing fused, so the
 * sums are the same to the last bit, wide or not. `wide` needs a machine that has wide registers. */
void cconvolution_add_up(const cconvolution_row *row, bool wide);

/* A block of at most 128 by 128 samples of 8 bits inside a plane, with `row` samples from one row to the next. */

/* The sums of |L * M|, M = (1 -2 1; -2 4 -2; 1 -2 1), and of the samples. */
typedef struct {
  int32_t noise, brightness;
} cconvolution_noise;

/* The plane has one more sample on each side of the block. */
cconvolution_noise cconvolution_measure_noise(const unsigned char *block, ptrdiff_t row,
                                              ptrdiff_t columns, ptrdiff_t rows);

/* The gradients along rows and along columns, in ninths of a grey level, above the noise; the reduction of these by
 * a mean of nine samples; and the number of samples similar to those before them and above them. */
typedef struct {
  int32_t edges, lost, same;
} cconvolution_edges;

/* `core` and `blur_core` are the noise of a gradient before and after the blur. The plane has five more samples before
 * and above the block, and four behind and below. */
cconvolution_edges cconvolution_measure_edges(const unsigned char *block, ptrdiff_t row,
                                              ptrdiff_t columns, ptrdiff_t rows, int core,
                                              int blur_core);

#endif
