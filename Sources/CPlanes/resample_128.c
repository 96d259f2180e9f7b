#include "resample_layout.h"

#include "lanes.h"

#if HAS_LANES

#define RESAMPLE cplanes_resample_128
#define WITH
#define LANES 1

typedef pairs vector;

static inline vector every(int32_t value) { return (vector){value, value, value, value}; }
static inline vector load(const void *from) { return (vector)bytes_at(from); }
static inline vector add(vector a, vector b) { return a + b; }
static inline vector multiply_add(vector a, vector b) { return products_added((words)a, (words)b); }
static inline vector shift(vector a, int bits) { return a >> bits; }
static inline vector pack(vector a, vector b) { return (vector)narrowed(a, b); }
static inline vector mix1_low(vector a, vector b) {
  return (vector)MIX_WORDS_LOW((words)a, (words)b);
}
static inline vector mix1_high(vector a, vector b) {
  return (vector)MIX_WORDS_HIGH((words)a, (words)b);
}
static inline vector mix2_low(vector a, vector b) { return MIX_PAIRS_LOW(a, b); }
static inline vector mix2_high(vector a, vector b) { return MIX_PAIRS_HIGH(a, b); }
static inline vector mix4_low(vector a, vector b) { return LOW_HALVES(a, b); }
static inline vector mix4_high(vector a, vector b) { return HIGH_HALVES(a, b); }

static inline vector widen_low(vector a) { return (vector)MIX_BYTES_LOW((bytes)a, (bytes){0}); }
static inline vector widen_high(vector a) { return (vector)MIX_BYTES_HIGH((bytes)a, (bytes){0}); }
static inline void store_all(void *to, vector a) { store(to, (bytes)a); }

static inline vector load_lanes(const void *only, const void *same) {
  (void)same;
  return load(only);
}

static inline void store_lane(void *to, vector a, int lane) {
  (void)lane;
  store(to, (bytes)a);
}

static inline void store_bytes(void *to, vector left, vector right) {
  const words both = narrowed(left, right);
  const bytes result = as_bytes(both, both);
  memcpy(to, &result, 8);
}

#include "resample_pairs.h"

#endif
