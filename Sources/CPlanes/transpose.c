#include "cplanes.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* A tile fills a vector register sixteen times; a block of tiles fills whole cache lines of both
 * planes. */
enum { TILE = 16, BLOCK = 64 };

#if defined(__SSE2__)

/* One tile by four rounds of interleaving rows eight apart. */
static void transpose_tile(const uint8_t *source, size_t source_stride, uint8_t *result,
                           size_t result_stride) {
  __m128i rows[TILE], mixed[TILE];
  for (int i = 0; i < TILE; i++)
    rows[i] = _mm_loadu_si128((const __m128i *)(source + (size_t)i * source_stride));
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < TILE / 2; i++) {
      mixed[2 * i] = _mm_unpacklo_epi8(rows[i], rows[i + TILE / 2]);
      mixed[2 * i + 1] = _mm_unpackhi_epi8(rows[i], rows[i + TILE / 2]);
    }
    memcpy(rows, mixed, sizeof rows);
  }
  for (int i = 0; i < TILE; i++)
    _mm_storeu_si128((__m128i *)(result + (size_t)i * result_stride), rows[i]);
}

#else

static void transpose_tile(const uint8_t *source, size_t source_stride, uint8_t *result,
                           size_t result_stride) {
  for (int y = 0; y < TILE; y++)
    for (int x = 0; x < TILE; x++)
      result[(size_t)x * result_stride + y] = source[(size_t)y * source_stride + x];
}

#endif

/* A part of at most one tile in each direction. */
static void transpose_part(const uint8_t *source, size_t source_stride, int width, int height,
                           uint8_t *result, size_t result_stride) {
  if (width >= TILE && height >= TILE) {
    transpose_tile(source, source_stride, result, result_stride);
    return;
  }
  for (int y = 0; y < TILE && y < height; y++)
    for (int x = 0; x < TILE && x < width; x++)
      result[(size_t)x * result_stride + y] = source[(size_t)y * source_stride + x];
}

static int lesser(int a, int b) { return a < b ? a : b; }

void cplanes_transpose(const uint8_t *source, size_t source_stride, int width, int height,
                       uint8_t *result, size_t result_stride) {
  for (int top = 0; top < height; top += BLOCK)
    for (int left = 0; left < width; left += BLOCK)
      for (int x = left; x < lesser(left + BLOCK, width); x += TILE)
        for (int y = top; y < lesser(top + BLOCK, height); y += TILE)
          transpose_part(source + (size_t)y * source_stride + x, source_stride, width - x,
                         height - y, result + (size_t)x * result_stride + y, result_stride);
}
