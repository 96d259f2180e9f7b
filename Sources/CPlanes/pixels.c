#include "cplanes.h"

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
