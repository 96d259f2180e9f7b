/* Runs the loops of CPlanes and CConvolution on noise, with and without vector registers, and prints digests of
 * the results, which are the same on every machine. Scripts/test-arm compares two. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cconvolution.h"
#include "cplanes.h"

enum { WIDTH = 203, HEIGHT = 117, TAPS = 8, BEYOND = 15 };

static uint32_t state = 7;

/* Pseudorandom numbers: a linear congruential generator's high bits. */
static uint32_t next(void) {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

static uint64_t hash(const void *from, size_t count, uint64_t hash) {
  for (const uint8_t *byte = from; count--; byte++) hash = (hash ^ *byte) * 1099511628211U;
  return hash;
}

static void *noise(size_t count) {
  uint8_t *bytes = malloc(count);
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)next();
  return bytes;
}

/* An axis with weights of any sign, some of them beyond the source. */
static cplanes_axis axis(int available, int count) {
  int32_t *first = malloc((size_t)count * sizeof *first);
  int16_t *weights = malloc((size_t)count * TAPS * sizeof *weights);
  for (int i = 0; i < count; i++) {
    int least = available - TAPS / 2 > 0 ? available - TAPS / 2 : 0, left = 16384;
    first[i] = (int)((int64_t)i * available / count) & ~1;
    if (first[i] > least) first[i] = least & ~1;
    for (int k = 0; k < TAPS; k++) {
      int weight = k == 0 || first[i] + k >= available ? 0 : (int)(next() % 8192) - 2048;
      weights[i * TAPS + k] = (int16_t)weight;
      left -= weight;
    }
    weights[i * TAPS] = (int16_t)left;
  }
  return (cplanes_axis){count, TAPS, first, weights};
}

static int resample(int to_width, int to_height) {
  cplanes_source source = {noise(WIDTH * HEIGHT + BEYOND), WIDTH, WIDTH - 1, HEIGHT - 1, HEIGHT};
  cplanes_axis across = axis(WIDTH, to_width), down = axis(HEIGHT, to_height);
  uint64_t found[CPLANES_256 + 1];
  for (cplanes_registers kind = CPLANES_PLAIN; kind <= cplanes_widest(); kind++) {
    size_t count = (size_t)to_width * (size_t)to_height;
    cplanes_result result = {calloc(1, count), to_width};
    const cplanes_need need = cplanes_memory(&across, &down, kind);
    cplanes_progress progress = {.passing = malloc(need.passing), .kept = calloc(1, need.kept)};
    for (int end = 16; end < HEIGHT + 16; end += 16)
      cplanes_resample(&source, &across, &down, &result, kind, &progress,
                       end < HEIGHT ? end : HEIGHT);
    found[kind] = hash(result.samples, count, 14695981039346656037U);
    if (found[kind] != found[CPLANES_PLAIN]) return 1;
  }
  printf("resample %d %d %016llx\n", to_width, to_height, (unsigned long long)found[0]);
  return 0;
}

/* Display P3 with the exponent 2, which can be computed without a library. */
static void fill(int16_t *luma, int16_t *chroma) {
  static float light[3 * 256], encoded[CPLANES_ENCODED];
  const float matrix[] = {1.2249F, -0.2249F, 0, -0.0421F, 1.0421F, 0, -0.0196F, -0.0786F, 1.0983F};
  for (int i = 0; i < 3 * 256; i++) light[i] = (float)(i % 256) * (float)(i % 256) / 65025.0F;
  for (int i = 0; i < CPLANES_ENCODED; i++) encoded[i] = (float)i * (255.0F / (CPLANES_ENCODED - 1));
  cplanes_fill_cells(&(cplanes_space){light, matrix, encoded}, luma, chroma);
}

static int recolour(const cplanes_recolouring *to, int width, int height, int cover) {
  size_t pixels = (size_t)width * (size_t)height, all = 3 * pixels;
  const uint8_t *before = noise(all);
  uint64_t found[CPLANES_256 + 1];
  for (cplanes_registers kind = CPLANES_PLAIN; kind <= cplanes_widest(); kind++) {
    uint8_t *after = malloc(all);
    memcpy(after, before, all);
    size_t stride = (size_t)((width + cover - 1) / cover);
    cplanes_ycc planes = {after, after + pixels, after + 2 * pixels, (size_t)width, stride, width, height, cover};
    cplanes_recolour(to, &planes, kind);
    found[kind] = hash(after, all, 14695981039346656037U);
    if (found[kind] != found[CPLANES_PLAIN]) return 1;
  }
  printf("recolour %d %d %d %016llx\n", width, height, cover, (unsigned long long)found[0]);
  return 0;
}

static void transpose(int width, int height) {
  size_t count = (size_t)width * (size_t)height;
  uint8_t *result = malloc(count);
  cplanes_transpose(noise(count), (size_t)width, width, height, result, (size_t)height);
  printf("transpose %d %d %016llx\n", width, height, (unsigned long long)hash(result, count, 1));
}

/* Sums of numbers from -128 to 128 with fractions, whose products have to be rounded. */
static int convolve(size_t cells, size_t inputs) {
  enum { ROWS = 3, OUTPUTS = CCONVOLUTION_OUTPUTS };
  size_t run = ROWS * inputs, row = (cells + 2) * inputs, sums = cells * OUTPUTS;
  size_t count = ROWS * row + ROWS * run * OUTPUTS + OUTPUTS;
  float *numbers = malloc(count * sizeof *numbers), *target = malloc(sums * sizeof *target);
  for (size_t i = 0; i < count; i++) numbers[i] = (float)next() / 65536 - 128;
  float *weights = numbers + ROWS * row, *bias = weights + ROWS * run * OUTPUTS;
  cconvolution_row it = {numbers, row, inputs, ROWS, run, weights, bias, target, OUTPUTS, cells};
  uint64_t found[2];
  for (int wide = 0; wide <= cconvolution_is_wide(); wide++) {
    cconvolution_add_up(&it, wide);
    found[wide] = hash(target, sums * sizeof *target, 1);
    if (found[wide] != found[0]) return 1;
  }
  printf("convolve %zu %zu %016llx\n", cells, inputs, (unsigned long long)found[0]);
  return 0;
}

/* Sums over a block, with five samples more around it. */
static void measure(int width, int height) {
  int row = width + 10;
  const uint8_t *block = (uint8_t *)noise((size_t)row * (size_t)(height + 10)) + 5 * row + 5;
  cconvolution_noise noise = cconvolution_measure_noise(block, row, width, height);
  cconvolution_edges edges = cconvolution_measure_edges(block, row, width, height, 300, 40);
  printf("measure %d %d %d %d %d %d %d\n", width, height, noise.noise, noise.brightness, edges.edges,
         edges.lost, edges.same);
}

static void words(size_t count) {
  uint8_t *bands = noise(3 * count);
  uint32_t *made = malloc(count * sizeof *made);
  cplanes_join_ycc_words(bands, bands + count, bands + 2 * count, count, made);
  printf("words %zu %016llx\n", count, (unsigned long long)hash(made, count * sizeof *made, 1));
}

/* Tables of any numbers, without the exponent, whose power a library computes. */
static void tone(size_t count) {
  float *tables = malloc(CPLANES_TONE_TABLES * sizeof *tables);
  for (int i = 0; i < CPLANES_TONE_TABLES; i++)
    tables[i] = (float)(next() % 256) / (i < CPLANES_TONE_TABLES - CPLANES_LIGHT - 1 ? 255 : 1);
  tables[0] = 0;
  uint8_t *made = malloc(3 * count);
  cplanes_tone(tables, noise(6 * count), count, made);
  printf("tone %zu %016llx\n", count, (unsigned long long)hash(made, 3 * count, 1));
}

int main(void) {
  int16_t *luma = malloc(CPLANES_CELLS * 8), *chroma = malloc(CPLANES_CELLS * 16);
  fill(luma, chroma);
  printf("cells %016llx %016llx\n", (unsigned long long)hash(luma, CPLANES_CELLS * 8, 1),
         (unsigned long long)hash(chroma, CPLANES_CELLS * 16, 1));
  cplanes_recolouring to = {luma, chroma};
  int failed = 0;
  for (int width = 1; width < 70; width += 3) {
    failed |= resample(width, 40) | resample(3 * width, 250);
    transpose(width, 33);
    words((size_t)width);
    tone((size_t)width);
    measure(width, 2 * width - 1 < 128 ? 2 * width - 1 : 128);
    for (int cover = 1; cover <= 2; cover++) failed |= recolour(&to, width, 9, cover);
  }
  for (size_t inputs = 1; inputs <= 32; inputs *= 2) failed |= convolve(4, inputs) | convolve(20, inputs);
  printf("registers of %d bits\n", 64 << cplanes_widest());
  if (failed) fputs("plain loops and vector registers make different samples\n", stderr);
  return failed;
}
