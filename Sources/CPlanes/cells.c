#include "cplanes.h"

#include <math.h>
#include <string.h>

/* Every machine must compute the same results. */
#pragma STDC FP_CONTRACT OFF

enum { LUMAS = 1 << CPLANES_LUMA_BITS, LUMA_STEP = 256 / LUMAS };
enum { CHROMAS = 1 << CPLANES_CHROMA_BITS, CHROMA_STEP = 256 / CHROMAS };

static const float VALUE = 1 << CPLANES_VALUE_BITS, SLOPE = 1 << CPLANES_SLOPE_BITS;

typedef struct {
  float luma, blue, red;
} ycc;

/* Interpolates linearly in a table from 0 to `last`; beyond the ends, extrapolates. */
static float looked_up(const float *table, int last, float at) {
  int below = at > 0 ? at < (float)last ? (int)at : last - 1 : 0;
  return table[below] + (at - (float)below) * (table[below + 1] - table[below]);
}

/* A colour in the other space; JFIF 1.02, page 3, both ways. Values outside that space are clipped, except by the
 * amount that was beyond black or white before: so grey stays grey beyond both ends. */
static ycc converted(const cplanes_space *from, ycc of) {
  const float blue = of.blue - 128, red = of.red - 128;
  const float samples[3] = {of.luma + 1.402F * red, of.luma - 0.344136F * blue - 0.714136F * red,
                            of.luma + 1.772F * blue};
  float light[3], rgb[3], least = 0, most = 255;
  for (int i = 0; i < 3; i++) {
    light[i] = looked_up(from->light + 256 * i, 255, samples[i]);
    least = fminf(least, samples[i]);
    most = fmaxf(most, samples[i]);
  }
  for (int i = 0; i < 3; i++) {
    const float *row = from->matrix + 3 * i;
    float sum = row[0] * light[0] + row[1] * light[1] + row[2] * light[2];
    float sample = looked_up(from->encoded, CPLANES_ENCODED - 1, sum * (CPLANES_ENCODED - 1));
    rgb[i] = fminf(fmaxf(sample, least), most);
  }
  const float luma = 0.299F * rgb[0] + 0.587F * rgb[1] + 0.114F * rgb[2];
  return (ycc){luma, 128 + (rgb[2] - luma) / 1.772F, 128 + (rgb[0] - luma) / 1.402F};
}

/* Cells meet half way between samples. */
static ycc corner(int blue, int red, int luma) {
  return (ycc){(float)(luma * LUMA_STEP) - 0.5F, (float)(blue * CHROMA_STEP) - 0.5F,
               (float)(red * CHROMA_STEP) - 0.5F};
}

typedef ycc layer[CHROMAS + 1][LUMAS + 1];

static void fill(layer layer, const cplanes_space *from, int blue) {
  for (int red = 0; red <= CHROMAS; red++)
    for (int luma = 0; luma <= LUMAS; luma++)
      layer[red][luma] = converted(from, corner(blue, red, luma));
}

static int16_t rounded(float value) {
  value = floorf(value + 0.5F);
  return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

/* The plane through a cell that is nearest to the converted corners and middle. */
static void fit(const float corners[8], float middle, int16_t *cell) {
  /* Luma, red and blue are the bits of a corner's number, lowest first. */
  float sum = 0, slopes[3] = {0};
  for (int i = 0; i < 8; i++) {
    sum += corners[i];
    for (int k = 0; k < 3; k++) slopes[k] += i >> k & 1 ? corners[i] : -corners[i];
  }
  float mean = (2 * middle + sum / 8) / 3;
  for (int k = 0; k < 3; k++) {
    const float step = k ? CHROMA_STEP : LUMA_STEP;
    slopes[k] /= 4 * step;
    mean -= slopes[k] * ((step - 1) / 2);
  }
  cell[0] = rounded(mean * VALUE);
  cell[1] = rounded(slopes[0] * SLOPE);
  cell[2] = rounded(slopes[2] * SLOPE);
  cell[3] = rounded(slopes[1] * SLOPE);
}

static void fit_cell(const cplanes_space *from, layer layers[2], int blue, int red, int luma,
                     int16_t *luma_cell, int16_t *chroma_cells) {
  float corners[3][8];
  for (int i = 0; i < 8; i++) {
    ycc value = layers[(blue + (i >> 2)) & 1][red + (i >> 1 & 1)][luma + (i & 1)];
    corners[0][i] = value.luma;
    corners[1][i] = value.blue;
    corners[2][i] = value.red;
  }
  ycc middle = corner(blue, red, luma);
  middle = converted(from, (ycc){middle.luma + LUMA_STEP / 2.0F,
                                 middle.blue + CHROMA_STEP / 2.0F,
                                 middle.red + CHROMA_STEP / 2.0F});
  fit(corners[0], middle.luma, luma_cell);
  fit(corners[1], middle.blue, chroma_cells);
  fit(corners[2], middle.red, chroma_cells + 4);
}

void cplanes_fill_cells(const cplanes_space *from, int16_t *luma_cells, int16_t *chroma_cells) {
  layer layers[2];
  fill(layers[0], from, 0);
  for (int blue = 0; blue < CHROMAS; blue++) {
    fill(layers[(blue + 1) & 1], from, blue + 1);
    for (int red = 0; red < CHROMAS; red++)
      for (int luma = 0; luma < LUMAS; luma++, luma_cells += 4, chroma_cells += 8)
        fit_cell(from, layers, blue, red, luma, luma_cells, chroma_cells);
  }
}
