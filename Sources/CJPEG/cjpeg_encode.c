#include "cjpeg_failure.h"

#include <jerror.h>
#include <stdlib.h>

/* A file in memory that grows on writing. */
typedef struct {
  struct jpeg_destination_mgr manager;
  uint8_t *bytes;
  size_t capacity;
} growing_file;

enum { FIRST_CAPACITY = 1 << 16 };

/* Makes room after the written bytes; libjpeg has filled all the room. */
static void grow(j_compress_ptr codec, size_t capacity) {
  growing_file *file = (growing_file *)codec->dest;
  uint8_t *larger = realloc(file->bytes, capacity);
  if (!larger) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  file->manager.next_output_byte = larger + file->capacity;
  file->manager.free_in_buffer = capacity - file->capacity;
  file->bytes = larger;
  file->capacity = capacity;
}

static void open_file(j_compress_ptr codec) { grow(codec, FIRST_CAPACITY); }

static boolean extend_file(j_compress_ptr codec) {
  grow(codec, 2 * ((growing_file *)codec->dest)->capacity);
  return TRUE;
}

static void close_file(j_compress_ptr codec) { (void)codec; }

typedef struct {
  const uint8_t *const *planes;
  const size_t *strides;
  int width, height;
} picture;

/* Rows of a plane from `first` on; the last row is repeated below the picture. */
static void point(JSAMPROW *rows, int count, const picture *from, int plane, int first, int height) {
  for (int i = 0; i < count; i++) {
    int y = first + i < height ? first + i : height - 1;
    rows[i] = (JSAMPROW)(from->planes[plane] + (size_t)y * from->strides[plane]);
  }
}

static void write_planes(j_compress_ptr codec, const picture *from) {
  JSAMPROW luma[2 * DCTSIZE], blue[DCTSIZE], red[DCTSIZE];
  JSAMPARRAY rows[3] = {luma, blue, red};
  int halved = (from->height + 1) / 2;
  for (int y = 0; y < from->height; y += 2 * DCTSIZE) {
    point(luma, 2 * DCTSIZE, from, 0, y, from->height);
    point(blue, DCTSIZE, from, 1, y / 2, halved);
    point(red, DCTSIZE, from, 2, y / 2, halved);
    jpeg_write_raw_data(codec, rows, 2 * DCTSIZE);
  }
}

static void write_rgb(j_compress_ptr codec, const picture *from) {
  JSAMPARRAY row = codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE,
                                            (JDIMENSION)from->width * 3, 1);
  for (int y = 0; y < from->height; y++) {
    for (int band = 0; band < 3; band++) {
      const uint8_t *samples = from->planes[band] + (size_t)y * from->strides[band];
      for (int x = 0; x < from->width; x++) row[0][3 * x + band] = samples[x];
    }
    jpeg_write_scanlines(codec, row, 1);
  }
}

static void write_grey(j_compress_ptr codec, const picture *from) {
  for (int y = 0; y < from->height; y++) {
    JSAMPROW row;
    point(&row, 1, from, 0, y, from->height);
    jpeg_write_scanlines(codec, &row, 1);
  }
}

static void set_up(j_compress_ptr codec, const picture *from, cjpeg_colours colours, int quality) {
  static const J_COLOR_SPACE spaces[] = {JCS_RGB, JCS_YCbCr, JCS_GRAYSCALE};
  codec->image_width = (JDIMENSION)from->width;
  codec->image_height = (JDIMENSION)from->height;
  codec->input_components = colours == CJPEG_GREY ? 1 : 3;
  codec->in_color_space = spaces[colours];
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  codec->raw_data_in = colours == CJPEG_YCC ? TRUE : FALSE;
  codec->dct_method = JDCT_ISLOW;
  codec->write_JFIF_header = FALSE;
  codec->write_Adobe_marker = FALSE;
}

int cjpeg_encode(const uint8_t *const planes[3], const size_t strides[3], int width, int height,
                 cjpeg_colours colours, int quality, uint8_t **file, size_t *count, char *message) {
  struct jpeg_compress_struct codec = {0};
  const picture from = {planes, strides, width, height};
  growing_file written = {.manager = {.init_destination = open_file,
                                      .empty_output_buffer = extend_file,
                                      .term_destination = close_file}};
  cjpeg_failure failure;
  codec.err = cjpeg_catch(&failure, message);
  if (setjmp(failure.place)) {
    jpeg_destroy_compress(&codec);
    /* A volatile read, not a register's copy: libjpeg accessed the structure by its address. */
    free(((volatile growing_file *)&written)->bytes);
    return -1;
  }
  jpeg_create_compress(&codec);
  codec.dest = &written.manager;
  set_up(&codec, &from, colours, quality);
  jpeg_start_compress(&codec, TRUE);
  if (colours == CJPEG_YCC)
    write_planes(&codec, &from);
  else if (colours == CJPEG_GREY)
    write_grey(&codec, &from);
  else
    write_rgb(&codec, &from);
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  *file = written.bytes;
  *count = written.capacity - written.manager.free_in_buffer;
  return 0;
}

void cjpeg_free(uint8_t *file) { free(file); }

int cjpeg_version(void) { return LIBJPEG_TURBO_VERSION_NUMBER; }
