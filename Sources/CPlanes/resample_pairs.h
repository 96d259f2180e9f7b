/* Resampling in vector registers; included once for each kind of register, with these defined:
 *
 *   RESAMPLE             the name of the function
 *   WITH                 the attribute that lets the compiler use the registers
 *   LANES                the number of 128-bit lanes of a register
 *   vector               one register, and
 *   every, load          a number in every place, and numbers from memory
 *   add, multiply_add    sums of 32 bits, and of the products of pairs of 16
 *   shift, pack          to the right, and two registers of 32 bits into one of 16
 *   mix1, mix2, mix4     low and high halves of lanes interleaved, by 16, 32 and 64 bits
 *   widen                low and high bytes of lanes as 16 bits
 *   load_lanes           each lane from its own address
 *   store_lane           one lane
 *   store_all            a register, to an aligned address
 *   store_bytes          a register of 16 bits as bytes, in order
 *
 * The central instruction multiplies eight pairs of 16 bits in a lane and adds the two products
 * of each pair. So both passes go by pairs: samples of two neighbouring columns, or rows, beside each
 * other, those of other rows, or columns, in the other places, and two weights in every place. No
 * register's places ever have to be added up.
 *
 * Packing goes lane by lane: of two registers' lanes, the first's four numbers come before the
 * second's. The layouts below are such that this is the order wanted. */

enum {
  /* Rows that go through the first pass together: eight places of two registers in each lane. */
  GROUP = 8 * LANES,
  /* Columns that go through the second pass together: four registers of pairs. */
  STEP = 16 * LANES,
  /* Bytes of a pair of columns of a group. */
  PAIR_BYTES = 32 * LANES
};
_Static_assert(GROUP - 1 <= CPLANES_UNREAD, "A group waits until all its rows are there.");

/* Pairs of columns of a group from tiles of 16 columns. In each lane are eight rows: the first four of
 * them go into one register, the others into the next. */
WITH static inline void spread_tile(const uint8_t *const rows[GROUP], size_t column,
                                    uint8_t *pairs) {
  vector a[8], b[8];
  for (int i = 0; i < 8; i++) a[i] = load_lanes(rows[i] + column, rows[GROUP - 8 + i] + column);
  /* An exchange of rows and columns of 16 bits by three rounds of interleaving rows four apart. */
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 4; i++) {
      b[2 * i] = mix1_low(a[i], a[i + 4]);
      b[2 * i + 1] = mix1_high(a[i], a[i + 4]);
    }
    for (int i = 0; i < 8; i++) a[i] = b[i];
  }
  for (int i = 0; i < 8; i++, pairs += PAIR_BYTES) {
    store_all(pairs, widen_low(a[i]));
    store_all(pairs + 16 * LANES, widen_high(a[i]));
  }
}

/* A group of rows as pairs of columns; rows below the last are the last again. */
WITH static inline void spread_group(const cplanes_source *source, int first_row,
                                     const pairs_layout *layout, uint8_t *pairs) {
  const uint8_t *rows[GROUP];
  for (int i = 0; i < GROUP; i++) {
    const int row = first_row + i < source->last_row ? first_row + i : source->last_row;
    const uint8_t *samples = source->samples + (size_t)(row % source->kept) * source->stride;
    rows[i] = samples + layout->first_column;
  }
  for (size_t pair = 0; pair < layout->filled_pairs; pair += 8)
    spread_tile(rows, 2 * pair, pairs + pair * PAIR_BYTES);
}

WITH static inline uint8_t *aligned(void *memory) {
  return (uint8_t *)(((uintptr_t)memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

/* Two neighbouring weights. */
WITH static inline int32_t two(const int16_t *weights) {
  int32_t pair;
  memcpy(&pair, weights, sizeof pair);
  return pair;
}

/* One column of a group: eight rows in each lane. */
WITH static inline vector column_of(const uint8_t *pairs, const int16_t *weights, int taps) {
  vector upper = every(1 << (HORIZONTAL_SHIFT - 1)), lower = upper;
  for (int k = 0; k < taps; k += 2, pairs += PAIR_BYTES) {
    vector scale = every(two(weights + k));
    upper = add(upper, multiply_add(load(pairs), scale));
    lower = add(lower, multiply_add(load(pairs + 16 * LANES), scale));
  }
  return pack(shift(upper, HORIZONTAL_SHIFT), shift(lower, HORIZONTAL_SHIFT));
}

/* Four columns of a group, stored as pairs of rows: `slots` are rows of pairs, `stride` bytes each. */
WITH static inline void horizontal_four(const uint8_t *pairs, const cplanes_axis *axis, int taps,
                                        int start, int x, uint8_t *slots, size_t stride) {
  vector columns[4];
  for (int i = 0; i < 4; i++) {
    size_t pair = (size_t)(axis->first[x + i] - start) / 2;
    columns[i] = column_of(pairs + pair * PAIR_BYTES, axis->weights + (size_t)(x + i) * (size_t)taps,
                           taps);
  }
  vector a = mix2_low(columns[0], columns[1]), b = mix2_low(columns[2], columns[3]);
  vector c = mix2_high(columns[0], columns[1]), d = mix2_high(columns[2], columns[3]);
  const vector rows[4] = {mix4_low(a, b), mix4_high(a, b), mix4_low(c, d), mix4_high(c, d)};
  for (int lane = 0; lane < LANES; lane++)
    for (int i = 0; i < 4; i++)
      store_lane(slots + (size_t)(4 * lane + i) * stride + 4 * (size_t)x, rows[i], lane);
}

WITH static inline __attribute__((always_inline)) void horizontal_by(
    const uint8_t *pairs, const cplanes_axis *axis, int taps, int start, uint8_t *slots,
    size_t stride) {
  for (int next = 0; next < axis->count; next += 4) {
    /* The last four end with the row. */
    int x = next + 4 <= axis->count ? next : axis->count - 4;
    horizontal_four(pairs, axis, taps, start, x, slots, stride);
  }
}

/* The loops for the numbers of taps of most masters and renders, which the compiler knows as constants; and for
 * others. */
WITH static void horizontal_group(const uint8_t *pairs, const cplanes_axis *axis, int start,
                                  uint8_t *slots, size_t stride) {
  switch (axis->taps) {
    case 8: return horizontal_by(pairs, axis, 8, start, slots, stride);
    case 10: return horizontal_by(pairs, axis, 10, start, slots, stride);
    case 12: return horizontal_by(pairs, axis, 12, start, slots, stride);
    case 14: return horizontal_by(pairs, axis, 14, start, slots, stride);
    case 16: return horizontal_by(pairs, axis, 16, start, slots, stride);
    default: return horizontal_by(pairs, axis, axis->taps, start, slots, stride);
  }
}

/* A row of the result from rows of pairs. */
WITH static void vertical_row(const uint8_t *const *slots, const int16_t *weights, int taps,
                              int count, uint8_t *result) {
  for (int next = 0; next < count; next += STEP) {
    int x = next + STEP <= count ? next : count - STEP;
    vector sums[4];
    for (int i = 0; i < 4; i++) sums[i] = every(1 << (VERTICAL_SHIFT - 1));
    for (int k = 0; k < taps; k += 2) {
      const uint8_t *samples = slots[k / 2] + 4 * (size_t)x;
      vector scale = every(two(weights + k));
      for (int i = 0; i < 4; i++, samples += 16 * LANES)
        sums[i] = add(sums[i], multiply_add(load(samples), scale));
    }
    for (int i = 0; i < 4; i++) sums[i] = shift(sums[i], VERTICAL_SHIFT);
    store_bytes(result + x, sums[0], sums[1]);
    store_bytes(result + x + STEP / 2, sums[2], sums[3]);
  }
}

WITH void RESAMPLE(const cplanes_source *source, const cplanes_axis *horizontal,
                   const cplanes_axis *vertical, const cplanes_result *result,
                   cplanes_progress *progress, int end) {
  const pairs_layout layout = pairs_layout_of(horizontal, vertical, source->last_column, LANES);
  uint8_t *pairs = aligned(progress->passing), *slots = aligned(progress->kept);
  uint8_t *pairs_end = pairs + layout.pair_count * PAIR_BYTES;
  uint8_t *samples_end = pairs + layout.filled_pairs * PAIR_BYTES;
  /* Samples without weight must have defined values too. */
  memset(samples_end, 0, (size_t)(pairs_end - samples_end));
  const uint8_t **wanted = (const uint8_t **)pairs_end;
  /* Rows below `done` have gone through the first pass, pair `p` of them into slot `p` modulo their
   * number. Groups wait until all their rows are there. */
  const int top = vertical->first[0];
  int done = top + progress->taken;
  for (int y = progress->made; y < vertical->count; y++, progress->made++) {
    const int16_t *weights = vertical->weights + (size_t)y * vertical->taps;
    const int taps = cplanes_used_taps(weights, vertical->taps);
    for (; done < vertical->first[y] + taps; done += GROUP, progress->taken += GROUP) {
      if (done + GROUP > end && end <= source->last_row) return;
      spread_group(source, done, &layout, pairs);
      size_t slot = (size_t)(done - top) / 2 % layout.slot_count;
      horizontal_group(pairs, horizontal, layout.first_column, slots + slot * layout.slot_bytes,
                   layout.slot_bytes);
    }
    for (int k = 0; k < taps / 2; k++) {
      size_t slot = (size_t)((vertical->first[y] - top) / 2 + k) % layout.slot_count;
      wanted[k] = slots + slot * layout.slot_bytes;
    }
    vertical_row(wanted, weights, taps, horizontal->count, result->samples + y * result->stride);
  }
}
