#include "cplanes.h"

#include "lanes.h"

/* A cell's number is the high bits of blue, red and luma, 16 together; the other bits are the place in it. */
enum {
  LUMA_REST = 8 - CPLANES_LUMA_BITS,
  LUMA = (1 << LUMA_REST) - 1,
  CHROMA_REST = 8 - CPLANES_CHROMA_BITS,
  CHROMA = (1 << CHROMA_REST) - 1,
  RED_SHIFT = CPLANES_LUMA_BITS,
  BLUE_SHIFT = CPLANES_LUMA_BITS + CPLANES_CHROMA_BITS,
  /* The factor for a cell's first number to the unit of the others' products. */
  WHOLE = 1 << (CPLANES_SLOPE_BITS - CPLANES_VALUE_BITS)
};

/* An offset before a number is truncated to a byte, by columns and rows of two. So the mean of neighbours, which a
 * JPEG keeps, is more exact than each of them; and numbers within a quarter of a whole number are rounded to it. */
enum { EIGHTH = 1 << (CPLANES_SLOPE_BITS - 3) };
static const int32_t EIGHTHS[2][2] = {{2 * EIGHTH, 5 * EIGHTH}, {6 * EIGHTH, 3 * EIGHTH}};

/* The value of a cell at a place in it. */
static uint8_t value_of(const int16_t *cell, int luma, int blue, int red, int32_t sum) {
  sum += cell[0] * WHOLE + cell[1] * luma + cell[2] * blue + cell[3] * red;
  sum >>= CPLANES_SLOPE_BITS;
  return (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
}

/* The pixels that share a sample of chroma, and their number. */
typedef struct {
  int x, y, columns, rows;
} block;

static inline void recolour_block(cplanes_recolouring to, cplanes_ycc planes, block of) {
  const int x_of_chroma = of.x / planes.subsampling, y_of_chroma = of.y / planes.subsampling;
  const size_t place = (size_t)y_of_chroma * planes.chroma_stride + (size_t)x_of_chroma;
  uint8_t *blue = planes.blue + place, *red = planes.red + place;
  const int cells = *blue >> CHROMA_REST << BLUE_SHIFT | *red >> CHROMA_REST << RED_SHIFT;
  const int in_blue = *blue & CHROMA, in_red = *red & CHROMA, count = of.columns * of.rows;
  int sum = count / 2;
  for (int y = of.y; y < of.y + of.rows; y++) {
    uint8_t *row = planes.luma + (size_t)y * planes.luma_stride;
    for (int x = of.x; x < of.x + of.columns; x++) {
      const int luma = row[x];
      sum += luma;
      row[x] = value_of(to.luma + 4 * (cells | luma >> LUMA_REST), luma & LUMA, in_blue, in_red,
                        EIGHTHS[y & 1][x & 1]);
    }
  }
  const int mean = sum / count;
  const int16_t *cell = to.chroma + 8 * (cells | mean >> LUMA_REST);
  const int32_t eighths = EIGHTHS[y_of_chroma & 1][x_of_chroma & 1];
  *blue = value_of(cell, mean & LUMA, in_blue, in_red, eighths);
  *red = value_of(cell + 4, mean & LUMA, in_blue, in_red, eighths);
}

#if HAS_LANES

/* Eight numbers of luma: their cells, and their places in them. */
typedef struct {
  /* Four cells in each, 16 bits for one. */
  uint64_t cells[2];
  /* Of two each: WHOLE, luma, blue, red. */
  words places[4];
} eight;

/* Cells still lack luma; chroma has the places of blue and of red for each four. */
static inline eight eight_of(words luma, words cells, pairs chroma_low, pairs chroma_high) {
  const words whole = (words){0} + WHOLE, in = luma & LUMA;
  const pairs low = (pairs)MIX_WORDS_LOW(whole, in), high = (pairs)MIX_WORDS_HIGH(whole, in);
  eight of = {.places = {(words)MIX_PAIRS_LOW(low, chroma_low),
                         (words)MIX_PAIRS_HIGH(low, chroma_low),
                         (words)MIX_PAIRS_LOW(high, chroma_high),
                         (words)MIX_PAIRS_HIGH(high, chroma_high)}};
  const words all = cells | luma >> LUMA_REST;
  memcpy(of.cells, &all, sizeof all);
  return of;
}

static inline const int16_t *cell_of(const int16_t *table, int count, eight of, int place) {
  return table + (size_t)count * (of.cells[place / 4] >> place % 4 * 16 & UINT16_MAX);
}

/* Four numbers from the halves of their sums. */
static inline pairs values_of(pairs a, pairs b, pairs eighths) {
  return (MIX_EVEN(a, b) + MIX_ODD(a, b) + eighths) >> CPLANES_SLOPE_BITS;
}

static inline words new_luma(const int16_t *table, eight of, const int32_t eighths[2]) {
  const pairs less = {eighths[0], eighths[1], eighths[0], eighths[1]};
  pairs sums[4];
  for (int i = 0; i < 4; i++) {
    const bytes two =
        halves_at(cell_of(table, 4, of, 2 * i), cell_of(table, 4, of, 2 * i + 1));
    sums[i] = products_added((words)two, of.places[i]);
  }
  return narrowed(values_of(sums[0], sums[1], less), values_of(sums[2], sums[3], less));
}

/* Blue and red alternately. */
static inline bytes new_chroma(const int16_t *table, eight of, const int32_t eighths[2]) {
  const pairs less = {eighths[0], eighths[0], eighths[1], eighths[1]};
  pairs values[4];
  for (int i = 0; i < 4; i++) {
    const pairs two = (pairs)of.places[i];
    const bytes one = bytes_at(cell_of(table, 8, of, 2 * i));
    const bytes other = bytes_at(cell_of(table, 8, of, 2 * i + 1));
    values[i] = values_of(products_added((words)one, (words)LOW_HALVES(two, two)),
                          products_added((words)other, (words)HIGH_HALVES(two, two)), less);
  }
  return as_bytes(narrowed(values[0], values[1]), narrowed(values[2], values[3]));
}

/* Eight places of chroma: the cells without luma, and the places of blue and red in them, four of each. */
typedef struct {
  words cells;
  pairs low, high;
} eight_chroma;

static inline eight_chroma chroma_at(const uint8_t *blue, const uint8_t *red) {
  const bytes none = {0}, both = halves_at(blue, red);
  const words b = (words)MIX_BYTES_LOW(both, none), r = (words)MIX_BYTES_HIGH(both, none);
  const numbers cells =
      (numbers)b >> CHROMA_REST << BLUE_SHIFT | (numbers)r >> CHROMA_REST << RED_SHIFT;
  return (eight_chroma){.cells = (words)cells,
                        .low = (pairs)MIX_WORDS_LOW(b & CHROMA, r & CHROMA),
                        .high = (pairs)MIX_WORDS_HIGH(b & CHROMA, r & CHROMA)};
}

static inline void store_chroma(bytes by_turns, uint8_t *blue, uint8_t *red) {
  const words values = (words)by_turns;
  const bytes apart = as_bytes(values & 255, values >> 8 & 255);
  memcpy(blue, &apart, 8);
  memcpy(red, (const uint8_t *)&apart + 8, 8);
}

/* Converts eight columns of a row, the first even, each with its own chroma. */
static void recolour_eight(cplanes_recolouring to, cplanes_ycc planes, int x, int y) {
  const size_t place = (size_t)y * planes.chroma_stride + (size_t)x;
  uint8_t *blue = planes.blue + place, *red = planes.red + place;
  uint8_t *luma = planes.luma + (size_t)y * planes.luma_stride + x;
  const bytes none = {0}, row = halves_at(luma, luma);
  const eight_chroma in = chroma_at(blue, red);
  const eight of = eight_of((words)MIX_BYTES_LOW(row, none), in.cells, in.low, in.high);
  const words values = new_luma(to.luma, of, EIGHTHS[y & 1]);
  const bytes result = as_bytes(values, values);
  memcpy(luma, &result, 8);
  store_chroma(new_chroma(to.chroma, of, EIGHTHS[y & 1]), blue, red);
}

/* Converts 16 columns of two rows, both even, of which four share their chroma. */
static void recolour_sixteen(cplanes_recolouring to, cplanes_ycc planes, int x, int y) {
  const size_t place = (size_t)(y / 2) * planes.chroma_stride + (size_t)(x / 2);
  uint8_t *blue = planes.blue + place, *red = planes.red + place;
  uint8_t *luma = planes.luma + (size_t)y * planes.luma_stride + x;
  const eight_chroma in = chroma_at(blue, red);
  const words cells = in.cells;
  const bytes none = {0};
  words left_sums = {0}, right_sums = {0};
  for (int j = 0; j < 2; j++, luma += planes.luma_stride) {
    const bytes row = bytes_at(luma);
    const words low = (words)MIX_BYTES_LOW(row, none), high = (words)MIX_BYTES_HIGH(row, none);
    const eight first =
        eight_of(low, MIX_WORDS_LOW(cells, cells), MIX_PAIRS_LOW(in.low, in.low),
                 MIX_PAIRS_HIGH(in.low, in.low));
    const eight second =
        eight_of(high, MIX_WORDS_HIGH(cells, cells), MIX_PAIRS_LOW(in.high, in.high),
                 MIX_PAIRS_HIGH(in.high, in.high));
    store(luma, as_bytes(new_luma(to.luma, first, EIGHTHS[j]),
                         new_luma(to.luma, second, EIGHTHS[j])));
    left_sums += low;
    right_sums += high;
  }
  const words one = (words){0} + 1;
  const words sums = narrowed(products_added(left_sums, one), products_added(right_sums, one));
  const eight means = eight_of((sums + 2) >> 2, cells, in.low, in.high);
  store_chroma(new_chroma(to.chroma, means, EIGHTHS[y / 2 & 1]), blue, red);
}
#endif

void cplanes_recolour(const cplanes_recolouring *to, const cplanes_ycc *planes,
                      cplanes_registers registers) {
  const int subsampling = planes->subsampling;
  for (int y = 0; y < planes->height; y += subsampling) {
    const int rows = planes->height - y < subsampling ? planes->height - y : subsampling;
    const int whole = rows == 2 ? planes->width & ~1 : 0;
    int x = 0;
#if HAS_LANES
    if (registers != CPLANES_PLAIN) {
      const int single = subsampling == 1 ? planes->width : 0;
      for (; x + 8 <= single; x += 8) recolour_eight(*to, *planes, x, y);
      for (; x + 16 <= whole; x += 16) recolour_sixteen(*to, *planes, x, y);
    }
#endif
    for (; x < whole; x += 2) recolour_block(*to, *planes, (block){x, y, 2, 2});
    for (; x < planes->width; x += subsampling) {
      int columns = planes->width - x < subsampling ? planes->width - x : subsampling;
      recolour_block(*to, *planes, (block){x, y, columns, rows});
    }
  }
  (void)registers;
}
