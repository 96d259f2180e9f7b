#include "resample_layout.h"

#if defined(__x86_64__)

#include <emmintrin.h>
#include <string.h>

#define RESAMPLE cplanes_resample_sse2
#define WITH
#define LANES 1

typedef __m128i vector;

static inline vector every(int32_t value) { return _mm_set1_epi32(value); }
static inline vector load(const void *from) { return _mm_loadu_si128((const __m128i *)from); }
static inline vector add(vector a, vector b) { return _mm_add_epi32(a, b); }
static inline vector multiply_add(vector a, vector b) { return _mm_madd_epi16(a, b); }
static inline vector shift(vector a, int bits) { return _mm_srai_epi32(a, bits); }
static inline vector pack(vector a, vector b) { return _mm_packs_epi32(a, b); }
static inline vector mix2_low(vector a, vector b) { return _mm_unpacklo_epi32(a, b); }
static inline vector mix2_high(vector a, vector b) { return _mm_unpackhi_epi32(a, b); }
static inline vector mix4_low(vector a, vector b) { return _mm_unpacklo_epi64(a, b); }
static inline vector mix4_high(vector a, vector b) { return _mm_unpackhi_epi64(a, b); }

static inline void store_lane(void *to, vector a, int lane) {
  (void)lane;
  _mm_storeu_si128((__m128i *)to, a);
}

static inline void store_bytes(void *to, vector left, vector right) {
  vector words = pack(left, right);
  _mm_storel_epi64((__m128i *)to, _mm_packus_epi16(words, words));
}

#include "resample_pairs.h"

#endif
