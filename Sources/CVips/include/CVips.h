#ifndef CVIPS_H
#define CVIPS_H

/* Everything of libvips that Swift uses. Rules for every call of a kind (how to fail, how to read) are fixed here;
 * everything else is an argument. A call that makes an image returns one that the caller owns, or NULL with the
 * reason in libvips's own error buffer.
 *
 * libvips links a hundred libraries, which takes 23 ms of CPU time at every start of a program. So it is loaded on
 * demand, and called through a table (decision 0606). */

#include <stdbool.h>
#include <stdint.h>
#include <vips/vips.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Every function of libvips that is called. */
#define CVIPS_FUNCTIONS(F) \
  F(vips_Lab2XYZ) F(vips_affine) F(vips_area_unref) F(vips_array_double_new) \
  F(vips_array_int_new) F(vips_bandjoin2) F(vips_cache_set_max) F(vips_cache_set_max_files) \
  F(vips_cache_set_max_mem) F(vips_cast) F(vips_colourspace) F(vips_concurrency_set) F(vips_copy) \
  F(vips_error_buffer_copy) F(vips_extract_band) F(vips_flatten) F(vips_gifload_buffer) \
  F(vips_heifload_buffer) F(vips_icc_transform) F(vips_image_copy_memory) \
  F(vips_image_generate) F(vips_image_get_bands) F(vips_image_get_blob) F(vips_image_get_coding) \
  F(vips_image_get_data) F(vips_image_get_format) F(vips_image_get_height) \
  F(vips_image_get_orientation) F(vips_image_get_typeof) F(vips_image_get_width) \
  F(vips_image_guess_interpretation) F(vips_image_hasalpha) F(vips_image_new) \
  F(vips_image_new_from_memory) F(vips_image_new_matrix_from_array) F(vips_image_pipelinev) \
  F(vips_image_set_blob_copy) F(vips_image_write_to_buffer) \
  F(vips_init) F(vips_interpolate_new) F(vips_jpegload_buffer) F(vips_jxlload_buffer) \
  F(vips_linear1) F(vips_malloc) F(vips_object_local_cb) F(vips_operation_block_set) \
  F(vips_pngload_buffer) F(vips_recomb) F(vips_region_new) F(vips_region_prepare) \
  F(vips_start_one) F(vips_stop_one) F(vips_svgload_buffer) F(vips_text) F(vips_tiffload_buffer) \
  F(vips_tracked_get_allocs) F(vips_tracked_get_mem) F(vips_type_find) F(vips_version) \
  F(vips_unpremultiply) F(vips_webpload_buffer)

#define CVIPS_POINTER(name) __typeof__(name) *name;
struct cvips_functions {
  CVIPS_FUNCTIONS(CVIPS_POINTER)
};
#undef CVIPS_POINTER

/* Empty until libvips is loaded. */
extern struct cvips_functions cvips;

/* Loads libvips and starts it: NULL, or the error, which the caller frees. Call it once, before everything below
 * except cvips_keep_freed_memory. */
char *cvips_start(const char *name);

/* Loads one of libvips's own modules, from beside the library, permanently; returns whether it exists. */
bool cvips_load_module(const char *name);

/* Whether libvips has modules that this program loads itself, as in Linux's distributions. */
static inline bool cvips_has_modules(void) {
#ifdef __linux__
  return true;
#else
  return false;
#endif
}

/* Corrupt and truncated data is an error, a warning is not: see decision 0201. Pixels are read from top to bottom,
 * once. */
#define CVIPS_READ "fail_on", VIPS_FAIL_ON_ERROR, "access", VIPS_ACCESS_SEQUENTIAL

/* Two malloc arenas instead of eight per core: freed memory is reused for the next photo, so that memory does not
 * grow over thousands of photos. Blocks of up to 32 MiB, glibc's limit for this, are also allocated there, and up
 * to 256 MiB of free ones are kept: otherwise the kernel clears the same pages again for every photo. Only glibc
 * has the settings. Decision 0602. */
static inline void cvips_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

/* Plain calls for Swift. Before libvips is loaded there are no values and no messages. */
static inline int cvips_version(int part) { return cvips.vips_version(part); }
static inline bool cvips_knows(const char *operation) {
  return cvips.vips_type_find && cvips.vips_type_find("VipsOperation", operation) != 0;
}
/* One thread a photo, as photos are processed in parallel, and no cache, as no photo is requested twice. */
static inline void cvips_set_up(void) {
  cvips.vips_concurrency_set(1);
  cvips.vips_cache_set_max(0);
  cvips.vips_cache_set_max_mem(0);
  cvips.vips_cache_set_max_files(0);
}
static inline void cvips_block(const char *operation, bool isBlocked) {
  cvips.vips_operation_block_set(operation, isBlocked);
}
/* libvips's messages since the last call; the caller frees them with g_free. */
static inline char *cvips_messages(void) {
  return cvips.vips_error_buffer_copy ? cvips.vips_error_buffer_copy() : NULL;
}
static inline size_t cvips_tracked_bytes(void) { return cvips.vips_tracked_get_mem(); }
static inline int cvips_tracked_blocks(void) { return cvips.vips_tracked_get_allocs(); }

/* 8-bit samples in place. */
static inline VipsImage *cvips_view(const void *samples, size_t count, int width, int height,
                                    int bands) {
  return cvips.vips_image_new_from_memory(samples, count, width, height, bands, VIPS_FORMAT_UCHAR);
}
/* The same picture with every pixel computed. */
static inline VipsImage *cvips_in_memory(VipsImage *in) { return cvips.vips_image_copy_memory(in); }

static inline int cvips_width(VipsImage *in) { return cvips.vips_image_get_width(in); }
static inline int cvips_height(VipsImage *in) { return cvips.vips_image_get_height(in); }
static inline int cvips_bands(VipsImage *in) { return cvips.vips_image_get_bands(in); }
static inline VipsBandFormat cvips_format(VipsImage *in) { return cvips.vips_image_get_format(in); }
static inline VipsInterpretation cvips_interpretation(VipsImage *in) {
  return cvips.vips_image_guess_interpretation(in);
}
static inline VipsCoding cvips_coding(VipsImage *in) { return cvips.vips_image_get_coding(in); }
static inline bool cvips_has_alpha(VipsImage *in) { return cvips.vips_image_hasalpha(in); }
static inline int cvips_orientation(VipsImage *in) { return cvips.vips_image_get_orientation(in); }
/* Metadata with a name, which the image owns; false if it has none. */
static inline bool cvips_blob(VipsImage *in, const char *name, const void **bytes, size_t *count) {
  return cvips.vips_image_get_typeof(in, name) != 0 &&
         cvips.vips_image_get_blob(in, name, bytes, count) == 0;
}
static inline VipsRegion *cvips_region(VipsImage *in) { return cvips.vips_region_new(in); }
static inline bool cvips_prepare(VipsRegion *region, const VipsRect *part) {
  return cvips.vips_region_prepare(region, part) == 0;
}
/* All samples of a picture in memory. */
static inline const void *cvips_samples(VipsImage *in) { return cvips.vips_image_get_data(in); }

/* The first pixel of a prepared row; libvips's own macro calls a function. */
static inline unsigned char *cvips_row(VipsRegion *region, int row) {
  return region->data + (ptrdiff_t)(row - region->valid.top) * region->bpl;
}

/* The body of each loader below: its format, and the names and values of its own options, if any. */
#define CVIPS_LOAD(format, ...)                                                                  \
  VipsImage *out = NULL;                                                                         \
  cvips.vips_##format##load_buffer((void *)bytes, count, &out, ##__VA_ARGS__, CVIPS_READ, NULL); \
  return out

static inline VipsImage *cvips_jpegload(const void *bytes, size_t count, int shrink) {
  CVIPS_LOAD(jpeg, "shrink", shrink);
}
static inline VipsImage *cvips_pngload(const void *bytes, size_t count) { CVIPS_LOAD(png); }
static inline VipsImage *cvips_webpload(const void *bytes, size_t count, double scale) {
  CVIPS_LOAD(webp, "scale", scale);
}
static inline VipsImage *cvips_heifload(const void *bytes, size_t count) { CVIPS_LOAD(heif); }
static inline VipsImage *cvips_tiffload(const void *bytes, size_t count, int page) {
  CVIPS_LOAD(tiff, "page", page);
}
static inline VipsImage *cvips_jxlload(const void *bytes, size_t count) { CVIPS_LOAD(jxl); }
static inline VipsImage *cvips_gifload(const void *bytes, size_t count) { CVIPS_LOAD(gif); }
/* A drawing of any length, in its own size; external files are not drawn. */
static inline VipsImage *cvips_svgload(const void *bytes, size_t count) {
  CVIPS_LOAD(svg, "unlimited", TRUE);
}

/* Converts with the embedded profile, or with a named one if `input_profile` is given. */
static inline VipsImage *cvips_icc_to_srgb(VipsImage *in, const char *input_profile,
                                           VipsIntent intent) {
  VipsImage *out = NULL;
  if (input_profile)
    cvips.vips_icc_transform(in, &out, "srgb", "input_profile", input_profile, "intent", intent,
                       "black_point_compensation", TRUE, "depth", 8, NULL);
  else
    cvips.vips_icc_transform(in, &out, "srgb", "embedded", TRUE, "intent", intent,
                       "black_point_compensation", TRUE, "depth", 8, NULL);
  return out;
}

static inline VipsImage *cvips_colourspace(VipsImage *in, VipsInterpretation space) {
  VipsImage *out = NULL;
  cvips.vips_colourspace(in, &out, space, NULL);
  return out;
}

/* The same pixels under another interpretation. */
static inline VipsImage *cvips_reinterpret(VipsImage *in, VipsInterpretation space) {
  VipsImage *out = NULL;
  cvips.vips_copy(in, &out, "interpretation", space, NULL);
  return out;
}

/* The same bits, read as whole numbers of 16 bits without a sign. */
static inline VipsImage *cvips_unsigned(VipsImage *in) {
  VipsImage *out = NULL;
  cvips.vips_copy(in, &out, "format", VIPS_FORMAT_USHORT, NULL);
  return out;
}

/* CIELAB, under its own white, to linear RGB by a matrix from X, Y and Z, in rows; both are in units of 100 for Y. */
static inline VipsImage *cvips_lab_to_rgb(VipsImage *in, const double white[3],
                                          const double matrix[9]) {
  VipsArrayDouble *temperature = cvips.vips_array_double_new(white, 3);
  VipsImage *rows = cvips.vips_image_new_matrix_from_array(3, 3, matrix, 9);
  VipsImage *xyz = NULL, *rgb = NULL, *out = NULL;
  if (rows && !cvips.vips_Lab2XYZ(in, &xyz, "temp", temperature, NULL) &&
      !cvips.vips_recomb(xyz, &rgb, rows, NULL))
    cvips.vips_copy(rgb, &out, "interpretation", VIPS_INTERPRETATION_scRGB, NULL);
  if (rgb) g_object_unref(rgb);
  if (xyz) g_object_unref(xyz);
  if (rows) g_object_unref(rows);
  cvips.vips_area_unref((VipsArea *)temperature);
  return out;
}

/* Converts pixels of three bands of 16 bits to 8 bits. */
typedef void (*CVipsPixels)(const void *tables, const uint16_t *samples, size_t count,
                            uint8_t *result);
typedef struct {
  CVipsPixels convert;
  void *tables;
} CVipsConversion;

static inline int cvips_convert_rows(VipsRegion *out, void *in, void *image, void *data,
                                     gboolean *stop) {
  (void)image, (void)stop;
  const CVipsConversion *conversion = (const CVipsConversion *)data;
  VipsRegion *source = (VipsRegion *)in;
  if (cvips.vips_region_prepare(source, &out->valid)) return -1;
  ptrdiff_t first = 3 * (out->valid.left - source->valid.left);
  for (int y = out->valid.top; y < VIPS_RECT_BOTTOM(&out->valid); y++)
    conversion->convert(conversion->tables, (const uint16_t *)(void *)cvips_row(source, y) + first,
                        (size_t)out->valid.width, cvips_row(out, y));
  return 0;
}

/* Converts every pixel by a function, which gets a copy of the tables. */
static inline VipsImage *cvips_converted(VipsImage *in, CVipsPixels convert, const void *tables,
                                         size_t count) {
  VipsImage *out = cvips.vips_image_new();
  CVipsConversion *conversion = (CVipsConversion *)cvips.vips_malloc((VipsObject *)out, sizeof(CVipsConversion));
  if (conversion) *conversion = (CVipsConversion){convert, cvips.vips_malloc((VipsObject *)out, count)};
  if (conversion && conversion->tables) {
    memcpy(conversion->tables, tables, count);
    if (!cvips.vips_image_pipelinev(out, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL)) {
      out->BandFmt = VIPS_FORMAT_UCHAR;
      out->Type = VIPS_INTERPRETATION_sRGB;
      g_object_ref(in);
      g_signal_connect(out, "close", G_CALLBACK(cvips.vips_object_local_cb), in);
      if (!cvips.vips_image_generate(out, cvips.vips_start_one, cvips_convert_rows, cvips.vips_stop_one, in,
                               conversion))
        return out;
    }
  }
  g_object_unref(out);
  return NULL;
}

/* The same pixels with a copy of a colour profile. */
static inline VipsImage *cvips_with_profile(VipsImage *in, const void *bytes, size_t count) {
  VipsImage *out = NULL;
  if (cvips.vips_copy(in, &out, NULL)) return NULL;
  cvips.vips_image_set_blob_copy(out, VIPS_META_ICC_NAME, bytes, count);
  return out;
}

/* `shift` keeps the most significant bits instead of clipping. */
static inline VipsImage *cvips_cast(VipsImage *in, VipsBandFormat format, int shift) {
  VipsImage *out = NULL;
  cvips.vips_cast(in, &out, format, "shift", shift, NULL);
  return out;
}

/* a · in + b, for every band. */
static inline VipsImage *cvips_linear(VipsImage *in, double a, double b) {
  VipsImage *out = NULL;
  cvips.vips_linear1(in, &out, a, b, NULL);
  return out;
}

/* Colours divided by the last band, as floating point in the same range. */
static inline VipsImage *cvips_unpremultiply(VipsImage *in) {
  VipsImage *out = NULL;
  cvips.vips_unpremultiply(in, &out, NULL);
  return out;
}

static inline VipsImage *cvips_extract_bands(VipsImage *in, int first, int count) {
  VipsImage *out = NULL;
  cvips.vips_extract_band(in, &out, first, "n", count, NULL);
  return out;
}

static inline VipsImage *cvips_join_bands(VipsImage *a, VipsImage *b) {
  VipsImage *out = NULL;
  cvips.vips_bandjoin2(a, b, &out, NULL);
  return out;
}

/* Blends on a colour by the last band, which runs from 0 to 255. */
static inline VipsImage *cvips_flatten(VipsImage *in, double red, double green, double blue) {
  VipsImage *out = NULL;
  double colour[3] = {red, green, blue};
  VipsArrayDouble *background = cvips.vips_array_double_new(colour, 3);
  cvips.vips_flatten(in, &out, "background", background, "max_alpha", 255.0, NULL);
  cvips.vips_area_unref((VipsArea *)background);
  return out;
}

/* Each input point (x + dx, y + dy) goes to matrix · point + (shift_x, shift_y); cubic interpolation; the last
 * pixels are repeated as far as it needs, beyond is black. The result is the output's rectangle from (0, 0) with
 * the given size. */
static inline VipsImage *cvips_affine(VipsImage *in, const double matrix[4], double dx, double dy,
                                      double shift_x, double shift_y, int width, int height) {
  VipsImage *out = NULL;
  int area[4] = {0, 0, width, height};
  VipsArrayInt *rectangle = cvips.vips_array_int_new(area, 4);
  VipsInterpolate *cubic = cvips.vips_interpolate_new("bicubic");
  if (cubic)
    cvips.vips_affine(in, &out, matrix[0], matrix[1], matrix[2], matrix[3], "interpolate", cubic, "oarea",
                rectangle, "idx", dx, "idy", dy, "odx", shift_x, "ody", shift_y, "extend",
                VIPS_EXTEND_COPY, NULL);
  if (cubic) g_object_unref(cubic);
  cvips.vips_area_unref((VipsArea *)rectangle);
  return out;
}

/* Encodes in the format of an ending, with options after it in brackets. */
static inline int cvips_save(VipsImage *in, const char *ending, void **bytes, size_t *count) {
  return cvips.vips_image_write_to_buffer(in, ending, bytes, count, NULL);
}

/* Draws one line of Pango markup as a single band of opacities. */
static inline VipsImage *cvips_text(const char *markup, const char *font, int dpi) {
  VipsImage *out = NULL;
  cvips.vips_text(&out, markup, "font", font, "dpi", dpi, NULL);
  return out;
}

#endif
