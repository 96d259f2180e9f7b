#include "resample_layout.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "lanes.h"

#define RESAMPLE cplanes_resample_256
#define WITH __attribute__((target("avx2")))
#define LANES 2

typedef __m256i vector;

WITH static inline vector every(int32_t value) { return _mm256_set1_epi32(value); }
WITH static inline vector load(const void *from) {
  return _mm256_loadu_si256((const __m256i *)from);
}
WITH static inline vector add(vector a, vector b) { return _mm256_add_epi32(a, b); }
WITH static inline vector multiply_add(vector a, vector b) { return _mm256_madd_epi16(a, b); }
WITH static inline vector shift(vector a, int bits) { return _mm256_srai_epi32(a, bits); }
WITH static inline vector pack(vector a, vector b) { return _mm256_packs_epi32(a, b); }
WITH static inline vector mix1_low(vector a, vector b) { return _mm256_unpacklo_epi16(a, b); }
WITH static inline vector mix1_high(vector a, vector b) { return _mm256_unpackhi_epi16(a, b); }
WITH static inline vector mix2_low(vector a, vector b) { return _mm256_unpacklo_epi32(a, b); }
WITH static inline vector mix2_high(vector a, vector b) { return _mm256_unpackhi_epi32(a, b); }
WITH static inline vector mix4_low(vector a, vector b) { return _mm256_unpacklo_epi64(a, b); }
WITH static inline vector mix4_high(vector a, vector b) { return _mm256_unpackhi_epi64(a, b); }

WITH static inline vector widen_low(vector a) {
  return _mm256_unpacklo_epi8(a, _mm256_setzero_si256());
}
WITH static inline vector widen_high(vector a) {
  return _mm256_unpackhi_epi8(a, _mm256_setzero_si256());
}

WITH static inline vector load_lanes(const void *low, const void *high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)),
                                 _mm_loadu_si128((const __m128i *)high), 1);
}

WITH static inline void store_all(void *to, vector a) { _mm256_store_si256((__m256i *)to, a); }

WITH static inline void store_lane(void *to, vector a, int lane) {
  _mm_storeu_si128((__m128i *)to,
                   lane ? _mm256_extracti128_si256(a, 1) : _mm256_castsi256_si128(a));
}

WITH static inline void store_bytes(void *to, vector left, vector right) {
  /* Packing leaves the quarters in the order 0, 2, 1, 3. */
  vector words = _mm256_permute4x64_epi64(pack(left, right), 0xD8);
  __m128i bytes =
      _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
  _mm_storeu_si128((__m128i *)to, bytes);
}

#include "resample_pairs.h"

#endif
