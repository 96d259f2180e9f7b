#include "cconvolution.h"

#include <stdlib.h>

#define LOOPS static inline __attribute__((always_inline))

LOOPS int above(int value, int least) { return value > least ? value - least : 0; }

LOOPS cconvolution_noise noise_of(const unsigned char *block, ptrdiff_t row, ptrdiff_t columns,
                                  ptrdiff_t rows) {
  int32_t noise = 0, brightness = 0;
  for (ptrdiff_t y = 0; y < rows; y++, block += row) {
    const unsigned char *up = block - row, *down = block + row;
    for (ptrdiff_t x = 0; x < columns; x++) {
      int cross = up[x] + down[x] + block[x - 1] + block[x + 1];
      int corners = up[x - 1] + up[x + 1] + down[x - 1] + down[x + 1];
      noise += abs(4 * block[x] - 2 * cross + corners);
      brightness += block[x];
    }
  }
  return (cconvolution_noise){noise, brightness};
}

LOOPS cconvolution_edges edges_of(const unsigned char *block, ptrdiff_t row, ptrdiff_t columns,
                                  ptrdiff_t rows, int core, int blur_core) {
  int32_t edges = 0, lost = 0, same = 0;
  for (ptrdiff_t y = 0; y < rows; y++, block += row) {
    const unsigned char *up = block - row, *before = block - 5 * row, *behind = block + 4 * row;
    for (ptrdiff_t x = 0; x < columns; x++) {
      int across = abs(block[x] - block[x - 1]), down = abs(block[x] - up[x]);
      int a = above(9 * across, core), d = above(9 * down, core);
      edges += a + d;
      lost += above(a, above(abs(block[x + 4] - block[x - 5]), blur_core)) +
              above(d, above(abs(behind[x] - before[x]), blur_core));
      same += !(across | down);
    }
  }
  return (cconvolution_edges){edges, lost, same};
}

#if defined(__x86_64__)
/* The same loops in AVX2's registers: 0.8 ms for a megapixel, compared with 2.3 ms in SSE2's. */
__attribute__((target("avx2"))) static cconvolution_noise wide_noise_of(
    const unsigned char *block, ptrdiff_t row, ptrdiff_t columns, ptrdiff_t rows) {
  return noise_of(block, row, columns, rows);
}

__attribute__((target("avx2"))) static cconvolution_edges wide_edges_of(
    const unsigned char *block, ptrdiff_t row, ptrdiff_t columns, ptrdiff_t rows, int core,
    int blur_core) {
  return edges_of(block, row, columns, rows, core, blur_core);
}
#else
#define wide_noise_of noise_of
#define wide_edges_of edges_of
#endif

cconvolution_noise cconvolution_measure_noise(const unsigned char *block, ptrdiff_t row,
                                              ptrdiff_t columns, ptrdiff_t rows) {
  return cconvolution_is_wide() ? wide_noise_of(block, row, columns, rows)
                                : noise_of(block, row, columns, rows);
}

cconvolution_edges cconvolution_measure_edges(const unsigned char *block, ptrdiff_t row,
                                              ptrdiff_t columns, ptrdiff_t rows, int core,
                                              int blur_core) {
  return cconvolution_is_wide() ? wide_edges_of(block, row, columns, rows, core, blur_core)
                                : edges_of(block, row, columns, rows, core, blur_core);
}
