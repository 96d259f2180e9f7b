#include "cpng.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The state of one call; libpng gets its address for errors, memory and bytes alike. The caller has walked all
 * chunks before (decision 0400). */
typedef struct {
  const uint8_t *input;
  size_t input_left;
  uint8_t *output;
  size_t output_left;
  size_t memory_left;
  int memory_refused;
  char *message;
} call_state;

/* --- memory, counted: a chunk that declares a gigabyte must not get one --------------------------- */

/* Each block starts with its size, padded so that the rest stays aligned for any type. */
#define BLOCK_HEAD 16

static png_voidp counted_malloc(png_structp png, png_alloc_size_t size) {
  call_state *state = png_get_mem_ptr(png);
  if (size > state->memory_left || state->memory_left - size < BLOCK_HEAD) {
    state->memory_refused = 1;
    return NULL;
  }
  uint8_t *block = malloc(size + BLOCK_HEAD);
  if (block == NULL) return NULL;
  memcpy(block, &size, sizeof size);
  state->memory_left -= size + BLOCK_HEAD;
  return block + BLOCK_HEAD;
}

static void counted_free(png_structp png, png_voidp pointer) {
  if (pointer == NULL) return;
  call_state *state = png_get_mem_ptr(png);
  uint8_t *block = (uint8_t *)pointer - BLOCK_HEAD;
  png_alloc_size_t size;
  memcpy(&size, block, sizeof size);
  state->memory_left += size + BLOCK_HEAD;
  free(block);
}

/* --- what libpng calls back ----------------------------------------------------------------------- */

static void on_error(png_structp png, png_const_charp text) {
  call_state *state = png_get_error_ptr(png);
  strncpy(state->message, text, CPNG_MESSAGE_SIZE - 1);
  png_longjmp(png, 1);
}

/* Warnings are errors that libpng ignores; the chunk walk judges them itself. */
static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void read_bytes(png_structp png, png_bytep target, size_t size) {
  call_state *state = png_get_io_ptr(png);
  if (size > state->input_left) png_error(png, "the file ends in the middle");
  memcpy(target, state->input, size);
  state->input += size;
  state->input_left -= size;
}

static void write_bytes(png_structp png, png_bytep source, size_t size) {
  call_state *state = png_get_io_ptr(png);
  if (size > state->output_left) png_error(png, "the output buffer is full");
  memcpy(state->output, source, size);
  state->output += size;
  state->output_left -= size;
}

static void flush_bytes(png_structp png) { (void)png; }

static cpng_status failure(const call_state *state) {
  return state->memory_refused ? CPNG_MEMORY : CPNG_REFUSED;
}

/* --- decoding ------------------------------------------------------------------------------------- */

static void read_rgba(png_structp png, png_infop info, uint8_t *rgba, size_t count) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t stride = png_get_rowbytes(png, info), height = png_get_image_height(png, info);
  if (stride == 0 || count / stride < height) png_error(png, "the pixel buffer is too small");
  for (int pass = 0; pass < passes; pass++)
    for (size_t row = 0; row < height; row++) png_read_row(png, rgba + row * stride, NULL);
}

/* The number of stored rows: for an interlaced picture, those of all passes that are not empty. */
static size_t stored_rows(png_structp png, png_infop info) {
  png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if (png_get_interlace_type(png, info) == PNG_INTERLACE_NONE) return height;
  size_t rows = 0;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
    if (PNG_PASS_COLS(width, pass) > 0) rows += PNG_PASS_ROWS(height, pass);
  return rows;
}

/* Inflates every row without keeping one: libpng takes a NULL row as "read, do not copy". */
static void read_and_forget(png_structp png, png_infop info) {
  size_t rows = stored_rows(png, info);
  png_read_update_info(png, info);
  for (size_t row = 0; row < rows; row++) png_read_row(png, NULL, NULL);
}

cpng_status cpng_decode(
    const uint8_t *bytes, size_t count, size_t memory_limit, uint8_t *rgba, size_t rgba_count,
    char *message) {
  call_state state = {
      .input = bytes, .input_left = count, .memory_left = memory_limit, .message = message};
  memset(message, 0, CPNG_MESSAGE_SIZE);
  png_structp png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, &state, on_error, on_warning, &state, counted_malloc, counted_free);
  if (png == NULL) return CPNG_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (info == NULL || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return failure(&state);
  }
  png_set_read_fn(png, &state, read_bytes);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_read_info(png, info);
  if (rgba == NULL) {
    read_and_forget(png, info);
  } else {
    read_rgba(png, info, rgba, rgba_count);
  }
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return CPNG_OK;
}

/* --- encoding ------------------------------------------------------------------------------------- */

cpng_status cpng_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, uint8_t *output,
    size_t capacity, size_t *written) {
  char message[CPNG_MESSAGE_SIZE];
  call_state state = {.output = output, .output_left = capacity, .message = message};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, on_error, on_warning);
  if (png == NULL) return CPNG_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (info == NULL || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return failure(&state);
  }
  png_set_write_fn(png, &state, write_bytes, flush_bytes);
  int colour = channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(
      png, info, width, height, 8, colour, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
      PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, Z_BEST_COMPRESSION);
  png_write_info(png, info);
  for (size_t row = 0; row < height; row++)
    png_write_row(png, pixels + row * (size_t)width * channels);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  *written = capacity - state.output_left;
  return CPNG_OK;
}

static void subtract(const uint8_t *line, const uint8_t *above, size_t row, uint8_t *target) {
  for (size_t x = 0; x < row; x++) target[x] = line[x] - above[x];
}

/* Whether most of a row equals the one above it, by every 31st byte. Uniform grounds do; photos seldom, and the
 * mean compresses those better. */
static int is_even(const uint8_t *line, const uint8_t *above, size_t row) {
  size_t same = 0;
  for (size_t x = 0; x < row; x += 31) same += line[x] == above[x];
  return same * 31 * 2 >= row;
}

/* Writes a row minus the mean of the pixel before and the one above (PNG third edition, 9.2). */
static void subtract_mean(
    const uint8_t *line, const uint8_t *above, size_t row, size_t pixel, uint8_t *target) {
  for (size_t x = 0; x < pixel; x++) target[x] = line[x] - above[x] / 2;
  for (size_t x = pixel; x < row; x++)
    target[x] = line[x] - (uint8_t)((line[x - pixel] + above[x]) / 2);
}

size_t cpng_pack(
    const uint8_t *pixels, size_t pixel, size_t row, size_t height, uint8_t *output, size_t capacity) {
  size_t count = (row + 1) * height, written = 0;
  uint8_t *rows = malloc(count);
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
  if (rows != NULL && compressor != NULL) {
    rows[0] = PNG_FILTER_VALUE_NONE;
    memcpy(rows + 1, pixels, row);
    for (size_t y = 1; y < height; y++) {
      const uint8_t *line = pixels + y * row, *above = line - row;
      uint8_t *target = rows + y * (row + 1);
      int even = is_even(line, above, row);
      target[0] = even ? PNG_FILTER_VALUE_UP : PNG_FILTER_VALUE_AVG;
      if (even)
        subtract(line, above, row, target + 1);
      else
        subtract_mean(line, above, row, pixel, target + 1);
    }
    written = libdeflate_zlib_compress(compressor, rows, count, output, capacity);
  }
  if (compressor != NULL) libdeflate_free_compressor(compressor);
  free(rows);
  return written;
}

/* --- zlib ----------------------------------------------------------------------------------------- */

uint32_t cpng_crc32(const uint8_t *bytes, size_t count) {
  return libdeflate_crc32(0, bytes, count);
}

size_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  z_stream stream = {0};
  if (count > UINT32_MAX || capacity > UINT32_MAX || inflateInit(&stream) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  inflate(&stream, Z_FINISH);
  size_t produced = capacity - stream.avail_out;
  inflateEnd(&stream);
  return produced;
}

uint32_t cpng_version(void) { return png_access_version_number(); }
