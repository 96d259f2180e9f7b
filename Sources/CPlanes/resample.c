#include "cplanes.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Weights have 14 bits after the point. Between the passes samples keep 6, so that 255 · 64 and the
 * kernel's overshoot of a quarter stay within 16 bits. */
enum { WEIGHT_BITS = 14, MIDDLE_BITS = 6 };
enum { ACROSS_SHIFT = WEIGHT_BITS - MIDDLE_BITS, DOWN_SHIFT = WEIGHT_BITS + MIDDLE_BITS };

static size_t middle_stride(const cplanes_axis *across) {
  return ((size_t)across->count + 15) / 16 * 16;
}

static size_t middle_size(const cplanes_axis *across, const cplanes_axis *down) {
  return middle_stride(across) * (size_t)down->taps * sizeof(int16_t);
}

size_t cplanes_memory(const cplanes_axis *across, const cplanes_axis *down) {
  return middle_size(across, down) + (size_t)down->taps * sizeof(int16_t *);
}

#if defined(__SSE2__)

/* Four sums of products of one sample. */
static inline __m128i products(const uint8_t *source, const int16_t *weights, int taps) {
  const __m128i zero = _mm_setzero_si128();
  __m128i sum = zero;
  for (int k = 0; k < taps; k += 8) {
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(source + k));
    __m128i scale = _mm_loadu_si128((const __m128i *)(weights + k));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_unpacklo_epi8(bytes, zero), scale));
  }
  return sum;
}

/* The totals of four vectors, in order. */
static inline __m128i totals(__m128i a, __m128i b, __m128i c, __m128i d) {
  __m128i ab = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
  __m128i cd = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
  return _mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd));
}

static int across_vector(const uint8_t *row, const cplanes_axis *axis, int16_t *result) {
  const int taps = axis->taps;
  const __m128i half = _mm_set1_epi32(1 << (ACROSS_SHIFT - 1));
  int x = 0;
  for (; x + 4 <= axis->count; x += 4) {
    const int32_t *first = axis->first + x;
    const int16_t *weights = axis->weights + (size_t)x * taps;
    __m128i sum = totals(products(row + first[0], weights, taps),
                         products(row + first[1], weights + taps, taps),
                         products(row + first[2], weights + 2 * taps, taps),
                         products(row + first[3], weights + 3 * taps, taps));
    sum = _mm_srai_epi32(_mm_add_epi32(sum, half), ACROSS_SHIFT);
    _mm_storel_epi64((__m128i *)(result + x), _mm_packs_epi32(sum, sum));
  }
  return x;
}

/* Eight samples at a time from pairs of rows; a row of no weight may be any. */
static int down_vector(const int16_t *const *rows, const int16_t *weights, int taps, int count,
                       uint8_t *result) {
  const __m128i half = _mm_set1_epi32(1 << (DOWN_SHIFT - 1));
  int x = 0;
  for (; x + 8 <= count; x += 8) {
    __m128i low = half, high = half;
    for (int k = 0; k < taps; k += 2) {
      __m128i scale = _mm_set1_epi32((int)((uint32_t)(uint16_t)weights[k] |
                                           (uint32_t)(uint16_t)weights[k + 1] << 16));
      __m128i upper = _mm_load_si128((const __m128i *)(rows[k] + x));
      __m128i lower = _mm_load_si128((const __m128i *)(rows[k + 1] + x));
      low = _mm_add_epi32(low, _mm_madd_epi16(_mm_unpacklo_epi16(upper, lower), scale));
      high = _mm_add_epi32(high, _mm_madd_epi16(_mm_unpackhi_epi16(upper, lower), scale));
    }
    __m128i words =
        _mm_packs_epi32(_mm_srai_epi32(low, DOWN_SHIFT), _mm_srai_epi32(high, DOWN_SHIFT));
    _mm_storel_epi64((__m128i *)(result + x), _mm_packus_epi16(words, words));
  }
  return x;
}

#else

/* Without SSE2 the plain loops below do all of it. */
static int across_vector(const uint8_t *row, const cplanes_axis *axis, int16_t *result) {
  (void)row, (void)axis, (void)result;
  return 0;
}

static int down_vector(const int16_t *const *rows, const int16_t *weights, int taps, int count,
                       uint8_t *result) {
  (void)rows, (void)weights, (void)taps, (void)count, (void)result;
  return 0;
}

#endif

static void resample_across(const uint8_t *row, const cplanes_axis *axis, int16_t *result) {
  for (int x = across_vector(row, axis, result); x < axis->count; x++) {
    const uint8_t *source = row + axis->first[x];
    const int16_t *weights = axis->weights + (size_t)x * axis->taps;
    int32_t sum = 1 << (ACROSS_SHIFT - 1);
    for (int k = 0; k < axis->taps; k++) sum += source[k] * weights[k];
    sum >>= ACROSS_SHIFT;
    result[x] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
  }
}

static void resample_down(const int16_t *const *rows, const int16_t *weights, int taps, int count,
                          uint8_t *result) {
  for (int x = down_vector(rows, weights, taps, count, result); x < count; x++) {
    int32_t sum = 1 << (DOWN_SHIFT - 1);
    for (int k = 0; k < taps; k++) sum += rows[k][x] * weights[k];
    sum >>= DOWN_SHIFT;
    result[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }
}

/* The taps of a sample up to the last that has weight, rounded up to pairs. */
static int used_taps(const int16_t *weights, int taps) {
  while (taps > 2 && !weights[taps - 1] && !weights[taps - 2]) taps -= 2;
  return taps;
}

void cplanes_resample(const uint8_t *source, size_t source_stride, int last_row,
                      const cplanes_axis *across, const cplanes_axis *down, uint8_t *result,
                      ptrdiff_t result_stride, void *memory) {
  int16_t *middle = memory;
  const size_t stride = middle_stride(across);
  const int16_t **rows = (const int16_t **)((char *)memory + middle_size(across, down));
  memset(middle, 0, middle_size(across, down));
  /* Rows of the source below `done` are resampled across, row y in slot y modulo `taps`. */
  int done = 0;
  for (int y = 0; y < down->count; y++) {
    const int16_t *weights = down->weights + (size_t)y * down->taps;
    const int first = down->first[y], taps = used_taps(weights, down->taps);
    int end = first + taps;
    if (end > last_row + 1) end = last_row + 1;
    for (done = done < first ? first : done; done < end; done++)
      resample_across(source + (size_t)done * source_stride, across,
                      middle + (size_t)(done % down->taps) * stride);
    for (int k = 0; k < taps; k++)
      rows[k] = middle + (size_t)((first + k) % down->taps) * stride;
    resample_down(rows, weights, taps, across->count, result + y * result_stride);
  }
}
