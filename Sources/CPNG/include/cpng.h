#ifndef CPNG_H
#define CPNG_H

/* libpng behind plain functions.
 *
 * libpng reports errors with longjmp, which must never cross a Swift frame, and hands out pointers to
 * its own memory. Both stay inside cpng.c: every function here takes the caller's buffers, returns a
 * status, and has freed all it allocated when it returns. */

#include <stddef.h>
#include <stdint.h>

/* The result of a call. */
typedef enum {
  CPNG_OK = 0,
  /* libpng refused the file; the message has the reason. */
  CPNG_REFUSED = 1,
  /* The file needs more working memory than the limit. */
  CPNG_MEMORY = 2
} cpng_status;

/* Room for libpng's longest message and its terminating zero. */
#define CPNG_MESSAGE_SIZE 256

/* Reads every pixel of a PNG and all chunks up to IEND.
 *
 * With `rgba` the pixels arrive as 8-bit R, G, B, A rows from the top, not premultiplied: palettes and
 * tRNS are expanded, grey is repeated, 16 bits are scaled to 8. With NULL they are only read, which
 * takes memory for two rows however large the picture is.
 *
 * Chunk checksums are not computed: callers have walked the chunks and compared them already, which
 * is a twentieth of the time of a large icon.
 *
 * `memory_limit` bounds the sum of libpng's allocations at any time, in bytes; `rgba` is not counted.
 * `rgba_count` must be width * height * 4. `message` receives libpng's text, of CPNG_MESSAGE_SIZE. */
cpng_status cpng_decode(
    const uint8_t *bytes, size_t count, size_t memory_limit, uint8_t *rgba, size_t rgba_count,
    char *message);

/* Writes an 8-bit, not interlaced PNG of `channels` 3 (RGB) or 4 (RGBA), with no chunk but IHDR, IDAT
 * and IEND. `written` receives the number of bytes. */
cpng_status cpng_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, uint8_t *output,
    size_t capacity, size_t *written);

/* Packs rows of `row` bytes, `pixel` bytes a pixel, as the data of IDAT: each row less the row above it, or less the
 * mean of that and the pixel before if less than half of it equals the row above. The output has room for
 * incompressible data: a thousandth and 64 bytes more than the rows with a byte before each. Returns the number of
 * bytes, or 0 without memory. */
size_t cpng_pack(
    const uint8_t *pixels, size_t pixel, size_t row, size_t height, uint8_t *output, size_t capacity);

/* The CRC-32 that PNG uses, of one run of bytes. */
uint32_t cpng_crc32(const uint8_t *bytes, size_t count);

/* Inflates at most `capacity` bytes of a zlib stream and returns how many arrived; the rest, and all
 * after an error in the stream, is left out. */
size_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/* The version of libpng that is loaded: 10639 for 1.6.39. */
uint32_t cpng_version(void);

#endif
