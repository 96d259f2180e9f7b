#include "cconvolution.h"

/* Products and sums are rounded separately, without fused multiplication. */
#pragma STDC FP_CONTRACT OFF

/* Eight numbers: one register of AVX2's, two of SSE2's and NEON's. Their address may be unaligned. */
typedef float eight __attribute__((vector_size(32), aligned(4)));

/* The sums of `count` neighbouring cells, which stay in registers if the compiler knows `count`. */
static inline __attribute__((always_inline)) void add_up(const cconvolution_row *row, size_t cell, int count) {
  const eight *weight = (const eight *)row->weights;
  eight sums[8];
  for (int i = 0; i < count; i++) sums[i] = *(const eight *)row->bias;
  for (size_t y = 0; y < row->kernel; y++) {
    const float *number = row->source + y * row->source_row + cell * row->source_cell;
    for (const float *end = number + row->run; number < end; number++, weight++) {
      for (int i = 0; i < count; i++) sums[i] += *weight * number[(size_t)i * row->source_cell];
    }
  }
  for (int i = 0; i < count; i++) *(eight *)(row->target + (cell + (size_t)i) * row->target_cell) = sums[i];
}

#if defined(__x86_64__)
/* Eight cells at once if so many are left: half of the sixteen registers hold their sums. */
__attribute__((target("avx2"))) static void add_up_wide(const cconvolution_row *row) {
  size_t cell = 0;
  for (; cell + 8 <= row->cells; cell += 8) add_up(row, cell, 8);
  for (; cell < row->cells; cell += CCONVOLUTION_CELLS) add_up(row, cell, CCONVOLUTION_CELLS);
}
#endif

bool cconvolution_is_wide(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

void cconvolution_add_up(const cconvolution_row *row, bool wide) {
#if defined(__x86_64__)
  if (wide) {
    add_up_wide(row);
    return;
  }
#endif
  (void)wide;
  for (size_t cell = 0; cell < row->cells; cell += CCONVOLUTION_CELLS) add_up(row, cell, CCONVOLUTION_CELLS);
}
