#include "cplanes.h"
#include "lanes.h"

#include <string.h>

void cplanes_extend(uint8_t *plane, size_t stride, int width, int height) {
  for (int y = 0; y < height; y++) {
    uint8_t *row = plane + (size_t)y * stride;
    memset(row + width, row[width - 1], stride - (size_t)width);
  }
}

void cplanes_split(const uint8_t *pixels, size_t count, uint8_t *red, uint8_t *green,
                   uint8_t *blue) {
  for (size_t i = 0; i < count; i++) {
    red[i] = pixels[3 * i];
    green[i] = pixels[3 * i + 1];
    blue[i] = pixels[3 * i + 2];
  }
}

void cplanes_join(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                  uint8_t *pixels) {
  for (size_t i = 0; i < count; i++) {
    pixels[3 * i] = red[i];
    pixels[3 * i + 1] = green[i];
    pixels[3 * i + 2] = blue[i];
  }
}

/* The factors in units of 1/65536, as libjpeg rounds them: 1.402, 0.344136, 0.714136 and 1.772. */
enum { RED = 91881, GREEN_BLUE = 22554, GREEN_RED = 46802, BLUE = 116130, HALF = 1 << 15 };

static uint8_t clipped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

void cplanes_join_ycc(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t count,
                      uint8_t *pixels) {
  for (size_t i = 0; i < count; i++) {
    int y = luma[i], b = blue[i] - 128, r = red[i] - 128;
    pixels[3 * i] = clipped(y + ((RED * r + HALF) >> 16));
    pixels[3 * i + 1] = clipped(y + ((-GREEN_BLUE * b - GREEN_RED * r + HALF) >> 16));
    pixels[3 * i + 2] = clipped(y + ((BLUE * b + HALF) >> 16));
  }
}

void cplanes_join_words(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                        uint32_t *pixels) {
  for (size_t i = 0; i < count; i++)
    pixels[i] = 0xFF000000U | (uint32_t)red[i] << 16 | (uint32_t)green[i] << 8 | blue[i];
}

#if HAS_LANES

/* The sum of `first` and `second` by two factors, in units of 1/65536, rounded. */
static inline words weighted(words first, int16_t factor, words second, int16_t other) {
  words factors = {factor, other, factor, other, factor, other, factor, other};
  pairs low = products_added((words)MIX_WORDS_LOW(first, second), factors);
  pairs high = products_added((words)MIX_WORDS_HIGH(first, second), factors);
  return narrowed((low + HALF) >> 16, (high + HALF) >> 16);
}

/* Whole multiples of 65536 are removed from the factors, so that the rest has 16 bits and the sums are the same. */
static inline void eight(words y, words b, words r, words colours[3]) {
  words none = {0};
  b -= 128, r -= 128;
  colours[0] = y + r + weighted(r, RED - 65536, none, 0);
  colours[1] = y - r + weighted(b, -GREEN_BLUE, r, 65536 - GREEN_RED);
  colours[2] = y + 2 * b + weighted(b, BLUE - 2 * 65536, none, 0);
}

/* Sixteen pixels. */
static inline void sixteen(bytes luma, bytes blue, bytes red, uint32_t *pixels) {
  bytes none = {0}, all = ~none;
  words low[3], high[3];
  eight((words)MIX_BYTES_LOW(luma, none), (words)MIX_BYTES_LOW(blue, none), (words)MIX_BYTES_LOW(red, none), low);
  eight((words)MIX_BYTES_HIGH(luma, none), (words)MIX_BYTES_HIGH(blue, none), (words)MIX_BYTES_HIGH(red, none), high);
  bytes r = as_bytes(low[0], high[0]), g = as_bytes(low[1], high[1]), b = as_bytes(low[2], high[2]);
  words start = (words)MIX_BYTES_LOW(b, g), end = (words)MIX_BYTES_LOW(r, all);
  store(pixels, (bytes)MIX_WORDS_LOW(start, end));
  store(pixels + 4, (bytes)MIX_WORDS_HIGH(start, end));
  start = (words)MIX_BYTES_HIGH(b, g), end = (words)MIX_BYTES_HIGH(r, all);
  store(pixels + 8, (bytes)MIX_WORDS_LOW(start, end));
  store(pixels + 12, (bytes)MIX_WORDS_HIGH(start, end));
}

#endif

void cplanes_join_ycc_words(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t count,
                            uint32_t *pixels) {
  size_t i = 0;
#if HAS_LANES
  for (; i + 16 <= count; i += 16) sixteen(bytes_at(luma + i), bytes_at(blue + i), bytes_at(red + i), pixels + i);
#endif
  for (; i < count; i++) {
    uint8_t pixel[3];
    cplanes_join_ycc(luma + i, blue + i, red + i, 1, pixel);
    cplanes_join_words(pixel, pixel + 1, pixel + 2, 1, pixels + i);
  }
}
