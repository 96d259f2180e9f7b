#ifndef LANES_H
#define LANES_H

/* Registers of 128 bits, as the compiler's vectors; operations that it does not offer, as intrinsics (decision
 * 0210). */

#if defined(__SSE2__)
#include <emmintrin.h>
#define HAS_LANES 1
#elif defined(__aarch64__)
#include <arm_neon.h>
#define HAS_LANES 1
#endif

#if HAS_LANES

#include <stdint.h>
#include <string.h>

typedef uint8_t bytes __attribute__((vector_size(16)));
typedef int16_t words __attribute__((vector_size(16)));
typedef uint16_t numbers __attribute__((vector_size(16)));
typedef int32_t pairs __attribute__((vector_size(16)));

/* The low and the high halves of two registers, interleaved. */
#define MIX_BYTES_LOW(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define MIX_BYTES_HIGH(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define MIX_WORDS_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define MIX_WORDS_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define MIX_PAIRS_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define MIX_PAIRS_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)

#define MIX_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define MIX_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#define LOW_HALVES(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)

static inline bytes bytes_at(const void *from) {
  bytes value;
  memcpy(&value, from, sizeof value);
  return value;
}

/* Eight bytes from each of two places. */
static inline bytes halves_at(const void *low, const void *high) {
  int64_t values[2];
  memcpy(values, low, 8);
  memcpy(values + 1, high, 8);
  return bytes_at(values);
}

static inline void store(void *to, bytes value) { memcpy(to, &value, sizeof value); }

/* The sums of the products of neighbours. */
static inline pairs products_added(words a, words b) {
#if defined(__SSE2__)
  return (pairs)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  return (pairs)vpaddq_s32(vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b)),
                           vmull_high_s16((int16x8_t)a, (int16x8_t)b));
#endif
}

/* Two registers in one of half the bits, each number clamped to the nearest possible. */
static inline words narrowed(pairs a, pairs b) {
#if defined(__SSE2__)
  return (words)_mm_packs_epi32((__m128i)a, (__m128i)b);
#else
  return (words)vqmovn_high_s32(vqmovn_s32((int32x4_t)a), (int32x4_t)b);
#endif
}

static inline bytes as_bytes(words a, words b) {
#if defined(__SSE2__)
  return (bytes)_mm_packus_epi16((__m128i)a, (__m128i)b);
#else
  return (bytes)vqmovun_high_s16(vqmovun_s16((int16x8_t)a), (int16x8_t)b);
#endif
}

#endif

#endif
