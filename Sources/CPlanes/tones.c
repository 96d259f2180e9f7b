#include "cplanes.h"

#include <math.h>

/* Every machine must compute the same results. */
#pragma STDC FP_CONTRACT OFF

typedef struct {
  float exponent;
  float to_wide[9], from_wide[9];
  float light[CPLANES_TONES], gain[CPLANES_GAINS], encoded[CPLANES_LIGHT + 1];
} tables;

_Static_assert(sizeof(tables) == CPLANES_TONE_TABLES * sizeof(float), "Swift fills in the same");

static inline float row(const float *matrix, const float *colour) {
  return matrix[0] * colour[0] + matrix[1] * colour[1] + matrix[2] * colour[2];
}

/* The index of a value in a table; the comparison fails for NaN, which gives the first. */
static inline int place(float value, int last) {
  return value > 0 ? value < (float)last ? (int)(value + 0.5F) : last : 0;
}

void cplanes_tone(const void *prepared, const uint16_t *samples, size_t count, uint8_t *result) {
  const tables *to = prepared;
  for (const uint16_t *end = samples + 3 * count; samples < end; samples += 3, result += 3) {
    float own[3], wide[3];
    for (int i = 0; i < 3; i++) own[i] = to->light[samples[i] >> 4];
    for (int i = 0; i < 3; i++) wide[i] = row(to->to_wide + 3 * i, own);
    float scale = 1;
    if (to->exponent > 0) {
      /* ITU-R BT.2100, table 5: light on the screen follows luminance. */
      float luminance = 0.2627F * wide[0] + 0.6780F * wide[1] + 0.0593F * wide[2];
      scale = luminance > 0 ? powf(luminance, to->exponent) : 0;
    }
    float peak = fmaxf(fmaxf(wide[0], wide[1]), wide[2]) * scale;
    scale *= to->gain[place(peak * CPLANES_GAIN_STEPS, CPLANES_GAINS - 1)];
    for (int i = 0; i < 3; i++) {
      float light = row(to->from_wide + 3 * i, wide) * scale;
      result[i] = (uint8_t)to->encoded[place(light * CPLANES_LIGHT, CPLANES_LIGHT)];
    }
  }
}
