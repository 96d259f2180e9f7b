#include "cplanes.h"

#include <string.h>

/* JFIF 1.02, page 3, in units of 1/65536. */
enum { RED_LUMA = 19595, GREEN_LUMA = 38470, BLUE_LUMA = 7471 };
enum { TO_BLUE = 36974, TO_RED = 46736 };
enum { RED = 91881, GREEN_BLUE = 22554, GREEN_RED = 46802, BLUE = 116130, HALF = 1 << 15 };

static int byte(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

/* Red, green and blue, and a number that is not used, in one register. */
typedef int32_t colour __attribute__((vector_size(16)));

enum { COLOUR = sizeof(colour) / sizeof(int32_t) };

static inline colour load(const int32_t *term) {
  colour value;
  memcpy(&value, term, sizeof value);
  return value;
}

/* The terms of red, green and blue of pixels that share their chroma, luma 0 first. */
typedef struct {
  const int32_t *red, *green, *blue;
} tint;

static tint tint_of(const cplanes_recolouring *to, int blue, int red) {
  const int32_t *zero = to->terms + COLOUR * CPLANES_BELOW;
  int add_red = (RED * red + HALF) >> 16;
  int add_green = (-GREEN_BLUE * blue - GREEN_RED * red + HALF) >> 16;
  int add_blue = (BLUE * blue + HALF) >> 16;
  return (tint){.red = zero + COLOUR * add_red,
                .green = zero + COLOUR * (CPLANES_SAMPLES + add_green),
                .blue = zero + COLOUR * (2 * CPLANES_SAMPLES + add_blue)};
}

/* The light of a pixel in the other space, as places in `encoded`. */
static inline colour light_of(const tint *tint, int luma) {
  colour sum = load(tint->red + COLOUR * luma) + load(tint->green + COLOUR * luma) +
               load(tint->blue + COLOUR * luma);
  sum >>= CPLANES_MATRIX_BITS;
  sum &= sum > 0;
  colour excess = sum - CPLANES_LIGHT;
  return sum - (excess & (excess > 0));
}

/* Sums over the pixels of one sample of chroma; luma's in units of 1/65536. */
typedef struct {
  int luma, blue, red;
} sums;

static inline void convert_pixel(const cplanes_recolouring *to, const tint *tint, uint8_t *luma,
                                 sums *sums) {
  colour light = light_of(tint, *luma);
  int red = to->encoded[light[0]], green = to->encoded[light[1]], blue = to->encoded[light[2]];
  int sum = RED_LUMA * red + GREEN_LUMA * green + BLUE_LUMA * blue;
  *luma = (uint8_t)((sum + HALF) >> 16);
  sums->luma += sum;
  sums->blue += blue;
  sums->red += red;
}

/* The mean difference of a colour to luma over some pixels, rounded once. */
static uint8_t difference(int colour, int luma, int count, int factor) {
  int64_t less = ((int64_t)colour << 16) - luma;
  return (uint8_t)byte(128 + (int)((less / count * factor + ((int64_t)1 << 31)) >> 32));
}

void cplanes_recolour(const cplanes_recolouring *to, uint8_t *luma, size_t luma_stride,
                      uint8_t *blue, uint8_t *red, size_t chroma_stride, int width, int height,
                      int cover) {
  for (int y = 0; y < height; y += cover) {
    uint8_t *blue_row = blue + (size_t)(y / cover) * chroma_stride;
    uint8_t *red_row = red + (size_t)(y / cover) * chroma_stride;
    int rows = height - y < cover ? height - y : cover;
    for (int x = 0; x < width; x += cover, blue_row++, red_row++) {
      int columns = width - x < cover ? width - x : cover;
      const tint tint = tint_of(to, *blue_row - 128, *red_row - 128);
      sums sums = {0};
      for (int j = 0; j < rows; j++) {
        uint8_t *row = luma + (size_t)(y + j) * luma_stride + x;
        for (int i = 0; i < columns; i++) convert_pixel(to, &tint, row + i, &sums);
      }
      *blue_row = difference(sums.blue, sums.luma, rows * columns, TO_BLUE);
      *red_row = difference(sums.red, sums.luma, rows * columns, TO_RED);
    }
  }
}
