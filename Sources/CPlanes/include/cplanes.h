#ifndef CPLANES_H
#define CPLANES_H

#include <stddef.h>
#include <stdint.h>

/* Arithmetic on 8-bit planes. In C because these loops are most of the work of preparing a photo, and because C is
 * fast enough in debug builds for tests with real sizes. All results except those of cplanes_tone and
 * cplanes_fill_cells are computed with integers, so that every machine makes the same samples. */

/* How the samples of one direction come from those of the source. Sample `i` is the sum over `k` of
 * `weights[i * taps + k]` · source[`first[i] + k`], in units of 1/16384; the weights of a sample sum
 * to 16384. `taps` and `first` are even, `first` never falls or never rises, and weights of samples
 * beyond the source are zero. */
typedef struct {
  int count;
  int taps;
  const int32_t *first;
  const int16_t *weights;
} cplanes_axis;

/* The source of a resampling. Up to 15 bytes beyond the last column are read, with any value; rows beyond the last
 * are not read. Row `y` is at index `y` modulo `kept`. */
typedef struct {
  const uint8_t *samples;
  size_t stride;
  int last_column, last_row, kept;
} cplanes_source;

/* The target of the samples. The stride may be negative, which writes rows from below. */
typedef struct {
  uint8_t *samples;
  ptrdiff_t stride;
} cplanes_result;

/* The registers for computing sums, by their bits, widest last: only a number's own, SSE2's and NEON's, AVX2's. */
typedef enum { CPLANES_PLAIN, CPLANES_128, CPLANES_256 } cplanes_registers;

/* The widest registers of this machine for which there are loops. */
cplanes_registers cplanes_widest(void);

/* The bytes of working memory for a convolution: `during` a call, with any content, and from the first call to the
 * last, initially filled with zeros. */
typedef struct {
  size_t passing, kept;
} cplanes_need;

/* The memory for these axes and registers. */
cplanes_need cplanes_memory(const cplanes_axis *horizontal, const cplanes_axis *vertical,
                            cplanes_registers registers);

/* The progress of a convolution: the number of rows made, and of source rows that are finished, counted from the
 * first with weight; both are zero at first. And its memory. */
typedef struct {
  int made, taken;
  void *passing, *kept;
} cplanes_progress;

enum { CPLANES_UNREAD = 15 };

/* Convolves a plane in one pass over the source: `vertical->count` rows of `horizontal->count` samples. Continues
 * from `progress`, with memory from `cplanes_memory`, as far as the rows of the source above row `end` allow; rows
 * from `end` on are not available yet and are not read. Later calls read no earlier row again except the last
 * CPLANES_UNREAD above `end`. The samples do not depend on the registers or the number of calls; registers must be
 * no wider than `cplanes_widest`. */
void cplanes_resample(const cplanes_source *source, const cplanes_axis *horizontal,
                      const cplanes_axis *vertical, const cplanes_result *result,
                      cplanes_registers registers, cplanes_progress *progress, int end);

/* Exchanges rows and columns of a plane of `width` × `height`. */
void cplanes_transpose(const uint8_t *source, size_t source_stride, int width, int height,
                       uint8_t *result, size_t result_stride);

/* Repeats the last sample of every row up to the row's stride. */
void cplanes_extend(uint8_t *plane, size_t stride, int width, int height);

/* Splits three bytes a pixel into three planes, and joins them. */
void cplanes_split(const uint8_t *pixels, size_t count, uint8_t *red, uint8_t *green, uint8_t *blue);
void cplanes_join(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                  uint8_t *pixels);

/* Luma and chroma differences to three bytes a pixel: JFIF 1.02, page 3. */
void cplanes_join_ycc(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t count,
                      uint8_t *pixels);

/* The same pixels as words 0xFFRRGGBB. */
void cplanes_join_words(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                        uint32_t *pixels);
void cplanes_join_ycc_words(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t count,
                            uint32_t *pixels);

/* The conversion from one RGB space to another for luma and chroma differences: cells, selected by so many high
 * bits of luma and of each difference, in each of which the conversion is linear. */
enum { CPLANES_LUMA_BITS = 4, CPLANES_CHROMA_BITS = 6 };
enum { CPLANES_CELLS = 1 << (CPLANES_LUMA_BITS + 2 * CPLANES_CHROMA_BITS) };
enum { CPLANES_VALUE_BITS = 6, CPLANES_SLOPE_BITS = 12 };

/* Four numbers for each sample, cell after cell, luma's cells next to each other and red's next: the sample at the
 * cell's first place, in units of 1/2^CPLANES_VALUE_BITS; and the increment for a step of luma, of blue and of red,
 * in units of 1/2^CPLANES_SLOPE_BITS. */
typedef struct {
  const int16_t *luma;
  /* Of blue and of red. */
  const int16_t *chroma;
} cplanes_recolouring;

/* One RGB space relative to another of the same white: the light of 256 samples of red, of green and of blue, full
 * light as 1; the matrix of the three to the other's primaries, in rows; and the other's samples, 0 to 255, for
 * CPLANES_ENCODED amounts of light in equal steps from none to full. */
enum { CPLANES_ENCODED = 4096 };
typedef struct {
  const float *light, *matrix, *encoded;
} cplanes_space;

/* Writes the numbers of all cells, four of luma and eight of chroma each. */
void cplanes_fill_cells(const cplanes_space *from, int16_t *luma, int16_t *chroma);

/* A picture's luma and chroma differences. A sample of chroma covers `subsampling` columns and rows of
 * pixels, 1 or 2. */
typedef struct {
  uint8_t *luma, *blue, *red;
  size_t luma_stride, chroma_stride;
  int width, height, subsampling;
} cplanes_ycc;

/* Converts planes in place; chroma's new value is that at the mean luma of the pixels it covers. The samples do not
 * depend on the registers. */
void cplanes_recolour(const cplanes_recolouring *to, const cplanes_ycc *planes,
                      cplanes_registers registers);

/* The number for full light: the darkest step of sRGB's 8 bits is five of these numbers. */
enum { CPLANES_LIGHT = 16383 };

/* The tables of cplanes_tone, in this order: the exponent of luminance for light on a screen, 0 for none; the
 * matrix to BT.2020, in rows; the one from there to sRGB; the light of samples by their high 12 bits, white as 1;
 * the gain of light by its brightest primary, in CPLANES_GAIN_STEPS; and the sample of sRGB for each amount of
 * light, 0 to CPLANES_LIGHT. */
enum { CPLANES_TONES = 4096, CPLANES_GAIN_STEPS = 256, CPLANES_GAINS = 50 * CPLANES_GAIN_STEPS };
enum { CPLANES_TONE_TABLES = 1 + 18 + CPLANES_TONES + CPLANES_GAINS + CPLANES_LIGHT + 1 };

/* Converts pixels of 16 bits for red, green and blue to 8 bits of sRGB: decision 0232. */
void cplanes_tone(const void *tables, const uint16_t *samples, size_t count, uint8_t *result);

#endif
