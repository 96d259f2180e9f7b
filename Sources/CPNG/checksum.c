#include "cpng.h"

#include <zlib.h>

static uint32_t crc32_of_zlib(uint32_t crc, const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32_z(crc, bytes, count);
}

#if defined(__x86_64__)

#include <immintrin.h>

/* CRC-32 by carry-less multiplication: V. Gopal and others, "Fast CRC Computation for Generic
 * Polynomials Using PCLMULQDQ Instruction", Intel 2009. Constants are those of the paper for the
 * reflected polynomial 0xEDB88320: x^n mod P for the distances that are folded. Zlib does the rest and
 * every other processor. */

#define FOLDING __attribute__((target("pclmul,sse4.1")))

FOLDING static inline __m128i folded(__m128i value, __m128i keys, __m128i next) {
  __m128i low = _mm_clmulepi64_si128(value, keys, 0x00);
  __m128i high = _mm_clmulepi64_si128(value, keys, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

FOLDING static inline __m128i loaded(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

/* The checksum of a multiple of 16 bytes, at least 64. */
FOLDING static uint32_t crc32_of_blocks(uint32_t crc, const uint8_t *bytes, size_t count) {
  const __m128i by_64 = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
  const __m128i by_16 = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
  const __m128i by_8 = _mm_set_epi64x(0, 0x0163cd6124);
  const __m128i reduction = _mm_set_epi64x(0x01f7011641, 0x01db710641);
  const __m128i low_32 = _mm_setr_epi32(~0, 0, ~0, 0);
  __m128i a = _mm_xor_si128(loaded(bytes), _mm_cvtsi32_si128((int)~crc));
  __m128i b = loaded(bytes + 16), c = loaded(bytes + 32), d = loaded(bytes + 48);
  bytes += 64, count -= 64;
  for (; count >= 64; bytes += 64, count -= 64) {
    a = folded(a, by_64, loaded(bytes));
    b = folded(b, by_64, loaded(bytes + 16));
    c = folded(c, by_64, loaded(bytes + 32));
    d = folded(d, by_64, loaded(bytes + 48));
  }
  a = folded(folded(folded(a, by_16, b), by_16, c), by_16, d);
  for (; count >= 16; bytes += 16, count -= 16) a = folded(a, by_16, loaded(bytes));
  /* From 128 bits to 64, and by Barrett's reduction to 32. */
  a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, by_16, 0x10));
  a = _mm_xor_si128(
      _mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low_32), by_8, 0x00));
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(a, low_32), reduction, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low_32), reduction, 0x00);
  return ~(uint32_t)_mm_extract_epi32(_mm_xor_si128(a, quotient), 1);
}

uint32_t cpng_crc32(const uint8_t *bytes, size_t count) {
  size_t blocks = count & ~(size_t)15;
  if (blocks < 64 || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
    return crc32_of_zlib(0, bytes, count);
  return crc32_of_zlib(crc32_of_blocks(0, bytes, blocks), bytes + blocks, count - blocks);
}

#else

uint32_t cpng_crc32(const uint8_t *bytes, size_t count) { return crc32_of_zlib(0, bytes, count); }

#endif
