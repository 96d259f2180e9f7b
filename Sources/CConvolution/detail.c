#include "cconvolution.h"

#include <stdlib.h>

static inline int above(int value, int least) { return value > least ? value - least : 0; }

void cconvolution_measure_noise(const unsigned char *block, size_t row, size_t columns, size_t rows,
                                cconvolution_noise *sums) {
  int32_t noise = 0, brightness = 0;
  for (size_t y = 0; y < rows; y++, block += row) {
    const unsigned char *up = block - row, *down = block + row;
    for (size_t x = 0; x < columns; x++) {
      int cross = up[x] + down[x] + block[x - 1] + block[x + 1];
      int corners = up[x - 1] + up[x + 1] + down[x - 1] + down[x + 1];
      noise += abs(4 * block[x] - 2 * cross + corners);
      brightness += block[x];
    }
  }
  *sums = (cconvolution_noise){noise, brightness};
}

void cconvolution_measure_edges(const unsigned char *block, size_t row, size_t columns, size_t rows,
                                int core, int blur_core, cconvolution_edges *sums) {
  int32_t edges = 0, lost = 0, same = 0;
  for (size_t y = 0; y < rows; y++, block += row) {
    const unsigned char *up = block - row, *above_blur = block - 5 * row, *below_blur = block + 4 * row;
    for (size_t x = 0; x < columns; x++) {
      int across = abs(block[x] - block[x - 1]), down = abs(block[x] - up[x]);
      int a = above(9 * across, core), d = above(9 * down, core);
      edges += a + d;
      lost += above(a, above(abs(block[x + 4] - block[x - 5]), blur_core)) +
              above(d, above(abs(below_blur[x] - above_blur[x]), blur_core));
      same += !(across | down);
    }
  }
  *sums = (cconvolution_edges){edges, lost, same};
}
