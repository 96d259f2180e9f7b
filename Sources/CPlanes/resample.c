#include "resample_layout.h"

#include "lanes.h"

static size_t eights(int count) { return ((size_t)count + 7) / 8 * 8; }

pairs_layout pairs_layout_of(const cplanes_axis *horizontal, const cplanes_axis *vertical,
                             int last_column, int lanes) {
  const int one = horizontal->first[0], other = horizontal->first[horizontal->count - 1];
  const int first = one < other ? one : other, end = (one < other ? other : one) + horizontal->taps;
  const int last_end = end < last_column + 1 ? end : last_column + 1;
  /* Groups of rows never wrap around: as many pairs of rows as a sample has taps, and room for a
   * group before it must be whole. */
  const size_t group = 4 * (size_t)lanes, taps = (size_t)vertical->taps / 2;
  return (pairs_layout){
      .first_column = first,
      .pair_count = eights((end - first) / 2),
      .filled_pairs = eights((last_end - first + 1) / 2),
      .slot_count = (taps + 2 * group - 1) / group * group,
      .slot_bytes = (4 * (size_t)horizontal->count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT};
}

static cplanes_need pairs_memory(const cplanes_axis *horizontal, const cplanes_axis *vertical,
                                 int lanes) {
  const pairs_layout layout = pairs_layout_of(horizontal, vertical, 0, lanes);
  return (cplanes_need){
      .passing = ALIGNMENT + layout.pair_count * 32 * (size_t)lanes +
                 (size_t)vertical->taps / 2 * sizeof(uint8_t *),
      .kept = ALIGNMENT + layout.slot_count * layout.slot_bytes};
}

int cplanes_used_taps(const int16_t *weights, int taps) {
  while (taps > 2 && !weights[taps - 1] && !weights[taps - 2]) taps -= 2;
  return taps;
}

/* Without vector registers: one row of samples between the passes for each tap. */

static cplanes_need plain_memory(const cplanes_axis *horizontal, const cplanes_axis *vertical) {
  const size_t taps = (size_t)vertical->taps;
  return (cplanes_need){.passing = taps * sizeof(int16_t *),
                        .kept = taps * (size_t)horizontal->count * sizeof(int16_t)};
}

static void horizontal_plain(const uint8_t *row, int last_column, const cplanes_axis *axis,
                             int16_t *result) {
  for (int x = 0; x < axis->count; x++) {
    const uint8_t *source = row + axis->first[x];
    const int16_t *weights = axis->weights + (size_t)x * axis->taps;
    const int left = last_column + 1 - axis->first[x], taps = left < axis->taps ? left : axis->taps;
    int32_t sum = 1 << (HORIZONTAL_SHIFT - 1);
    for (int k = 0; k < taps; k++) sum += source[k] * weights[k];
    sum >>= HORIZONTAL_SHIFT;
    result[x] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
  }
}

static void vertical_plain(const int16_t *const *rows, const int16_t *weights, int taps, int count,
                           uint8_t *result) {
  for (int x = 0; x < count; x++) {
    int32_t sum = 1 << (VERTICAL_SHIFT - 1);
    for (int k = 0; k < taps; k++) sum += rows[k][x] * weights[k];
    sum >>= VERTICAL_SHIFT;
    result[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }
}

static void resample_plain(const cplanes_source *source, const cplanes_axis *horizontal,
                           const cplanes_axis *vertical, const cplanes_result *result,
                           cplanes_progress *progress, int end) {
  const int16_t **rows = progress->passing;
  int16_t *middle = progress->kept;
  const size_t stride = (size_t)horizontal->count;
  /* Rows of the source below `done` are resampled horizontally, row y in slot y modulo `taps`. */
  int done = vertical->first[0] + progress->taken;
  for (int y = progress->made; y < vertical->count; y++, progress->made++) {
    const int16_t *weights = vertical->weights + (size_t)y * vertical->taps;
    const int first = vertical->first[y], taps = cplanes_used_taps(weights, vertical->taps);
    int wanted = first + taps;
    if (wanted > source->last_row + 1) wanted = source->last_row + 1;
    for (; done < (wanted < end ? wanted : end); done++, progress->taken++) {
      const uint8_t *row = source->samples + (size_t)(done % source->kept) * source->stride;
      horizontal_plain(row, source->last_column, horizontal,
                       middle + (size_t)(done % vertical->taps) * stride);
    }
    if (done < wanted) return;
    for (int k = 0; k < taps; k++)
      rows[k] = middle + (size_t)((first + k) % vertical->taps) * stride;
    vertical_plain(rows, weights, taps, horizontal->count, result->samples + y * result->stride);
  }
}

cplanes_registers cplanes_widest(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") ? CPLANES_256 : CPLANES_128;
#elif HAS_LANES
  return CPLANES_128;
#else
  return CPLANES_PLAIN;
#endif
}

/* The number of 128-bit lanes to use; 0 if a row is shorter than a step. */
static int lanes_for(cplanes_registers registers, const cplanes_axis *horizontal) {
  int lanes = registers == CPLANES_256 ? 2 : registers == CPLANES_128 ? 1 : 0;
  while (lanes && horizontal->count < 16 * lanes) lanes--;
  return lanes;
}

cplanes_need cplanes_memory(const cplanes_axis *horizontal, const cplanes_axis *vertical,
                            cplanes_registers registers) {
  int lanes = lanes_for(registers, horizontal);
  return lanes ? pairs_memory(horizontal, vertical, lanes) : plain_memory(horizontal, vertical);
}

void cplanes_resample(const cplanes_source *source, const cplanes_axis *horizontal,
                      const cplanes_axis *vertical, const cplanes_result *result,
                      cplanes_registers registers, cplanes_progress *progress, int end) {
  static cplanes_loops *const loops[] = {
    resample_plain,
#if HAS_LANES
    cplanes_resample_128,
#endif
#if defined(__x86_64__)
    cplanes_resample_256,
#endif
  };
  loops[lanes_for(registers, horizontal)](source, horizontal, vertical, result, progress, end);
}
