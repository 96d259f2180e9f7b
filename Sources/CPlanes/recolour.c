#include "cplanes.h"

/* JFIF 1.02, page 3, in units of 1/65536. */
enum { RED_LUMA = 19595, GREEN_LUMA = 38470, BLUE_LUMA = 7471 };
enum { TO_BLUE = 36974, TO_RED = 46736 };
enum { RED = 91881, GREEN_BLUE = 22554, GREEN_RED = 46802, BLUE = 116130, HALF = 1 << 15 };

static int byte(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

static int encoded(const cplanes_recolouring *to, const int32_t *row, int red, int green, int blue) {
  int light = (row[0] * red + row[1] * green + row[2] * blue + (1 << (CPLANES_MATRIX_BITS - 1))) >>
              CPLANES_MATRIX_BITS;
  return to->encoded[light < 0 ? 0 : light > CPLANES_LIGHT ? CPLANES_LIGHT : light];
}

void cplanes_recolour(const cplanes_recolouring *to, uint8_t *luma, size_t luma_stride,
                      uint8_t *blue, uint8_t *red, size_t chroma_stride, int width, int height,
                      int cover) {
  for (int y = 0; y < height; y += cover) {
    uint8_t *blue_row = blue + (size_t)(y / cover) * chroma_stride;
    uint8_t *red_row = red + (size_t)(y / cover) * chroma_stride;
    int rows = height - y < cover ? height - y : cover;
    for (int x = 0; x < width; x += cover) {
      int columns = width - x < cover ? width - x : cover;
      int b = blue_row[x / cover] - 128, r = red_row[x / cover] - 128;
      int add_red = (RED * r + HALF) >> 16;
      int add_green = (-GREEN_BLUE * b - GREEN_RED * r + HALF) >> 16;
      int add_blue = (BLUE * b + HALF) >> 16;
      int sum_luma = 0, sum_blue = 0, sum_red = 0;
      for (int j = 0; j < rows; j++) {
        uint8_t *row = luma + (size_t)(y + j) * luma_stride + x;
        for (int i = 0; i < columns; i++) {
          int32_t light_red = to->light[byte(row[i] + add_red)];
          int32_t light_green = to->light[256 + byte(row[i] + add_green)];
          int32_t light_blue = to->light[512 + byte(row[i] + add_blue)];
          int new_red = encoded(to, to->matrix, light_red, light_green, light_blue);
          int new_green = encoded(to, to->matrix + 3, light_red, light_green, light_blue);
          int new_blue = encoded(to, to->matrix + 6, light_red, light_green, light_blue);
          int sum = RED_LUMA * new_red + GREEN_LUMA * new_green + BLUE_LUMA * new_blue;
          row[i] = (uint8_t)((sum + HALF) >> 16);
          sum_luma += sum;
          sum_blue += new_blue;
          sum_red += new_red;
        }
      }
      /* The mean over the pixels that a sample covers; differences are taken before rounding. */
      int count = rows * columns;
      int64_t blue_less = ((int64_t)sum_blue << 16) - sum_luma;
      int64_t red_less = ((int64_t)sum_red << 16) - sum_luma;
      int64_t half = (int64_t)1 << 31;
      blue_row[x / cover] = (uint8_t)byte(128 + (int)((blue_less / count * TO_BLUE + half) >> 32));
      red_row[x / cover] = (uint8_t)byte(128 + (int)((red_less / count * TO_RED + half) >> 32));
    }
  }
}
