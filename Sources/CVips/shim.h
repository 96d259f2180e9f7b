#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

/* The one place where Swift meets libvips. Each inline function wraps one variadic libvips call,
 * which Swift cannot make, with plain arguments in and plain values out: a new image that the
 * caller owns, or NULL with the reason in libvips's own error buffer. Rules that hold for every
 * call of a kind (how to fail, how to read) are fixed here; everything else is an argument. */

#include <gmodule.h>
#include <stdbool.h>
#include <stdint.h>
#include <vips/vips.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Corrupt and truncated data is an error, a mere warning is not: see decision 0201. Pixels are
 * read from top to bottom, once. */
#define CVIPS_READ "fail_on", VIPS_FAIL_ON_ERROR, "access", VIPS_ACCESS_SEQUENTIAL

/* Two malloc arenas instead of eight per core: freed pixels go back to where the next photo's come
 * from, so that memory stays flat over thousands of photos. Blocks of up to 32 MiB, glibc's most for
 * this, come from there too, and up to 256 MiB of free ones are kept: otherwise the kernel clears the
 * same pages again for every photo. Only glibc has the settings. Decision 0602. */
static inline void cvips_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

/* VIPS_INIT is a macro. */
static inline int cvips_init(const char *name) { return VIPS_INIT(name); }

#ifdef __linux__
/* dladdr and what it fills in, which <dlfcn.h> hides from everybody who does not ask for GNU's
 * extensions before the first header. */
typedef struct {
  const char *file;
  void *base;
  const char *symbol;
  void *address;
} CVipsPlace;
extern int cvips_dladdr(const void *address, CVipsPlace *place) __asm__("dladdr");

/* Loads one of libvips's own modules, from beside the library, for good; whether it is there. */
static inline int cvips_load_module(const char *name) {
  CVipsPlace place;
  if (!cvips_dladdr((const void *)vips_version, &place) || !place.file) return 0;
  char *folder = g_path_get_dirname(place.file);
  char *path = g_strdup_printf("%s/vips-modules-%d.%d/%s.so", folder, vips_version(0),
                               vips_version(1), name);
  GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
  if (module) g_module_make_resident(module);
  g_free(path);
  g_free(folder);
  return module != NULL;
}
#else
static inline int cvips_load_module(const char *name) { return name == NULL; }
#endif

/* Whether libvips has modules that this program loads by itself, as Linux's distributions build it. */
static inline bool cvips_has_modules(void) {
#ifdef __linux__
  return true;
#else
  return false;
#endif
}

/* The first pixel of a row that was prepared; the macro hides from Swift. */
static inline const unsigned char *cvips_row(VipsRegion *region, int row) {
  return VIPS_REGION_ADDR(region, region->valid.left, row);
}

static inline VipsImage *cvips_jpegload(const void *bytes, size_t count, int shrink) {
  VipsImage *out = NULL;
  vips_jpegload_buffer((void *)bytes, count, &out, "shrink", shrink, CVIPS_READ, NULL);
  return out;
}

static inline VipsImage *cvips_pngload(const void *bytes, size_t count) {
  VipsImage *out = NULL;
  vips_pngload_buffer((void *)bytes, count, &out, CVIPS_READ, NULL);
  return out;
}

static inline VipsImage *cvips_webpload(const void *bytes, size_t count, double scale) {
  VipsImage *out = NULL;
  vips_webpload_buffer((void *)bytes, count, &out, "scale", scale, CVIPS_READ, NULL);
  return out;
}

static inline VipsImage *cvips_heifload(const void *bytes, size_t count) {
  VipsImage *out = NULL;
  vips_heifload_buffer((void *)bytes, count, &out, CVIPS_READ, NULL);
  return out;
}

static inline VipsImage *cvips_tiffload(const void *bytes, size_t count, int page) {
  VipsImage *out = NULL;
  vips_tiffload_buffer((void *)bytes, count, &out, "page", page, CVIPS_READ, NULL);
  return out;
}

static inline VipsImage *cvips_jxlload(const void *bytes, size_t count) {
  VipsImage *out = NULL;
  vips_jxlload_buffer((void *)bytes, count, &out, CVIPS_READ, NULL);
  return out;
}

static inline VipsImage *cvips_gifload(const void *bytes, size_t count) {
  VipsImage *out = NULL;
  vips_gifload_buffer((void *)bytes, count, &out, CVIPS_READ, NULL);
  return out;
}

/* Converts through the embedded profile, or through a named one where `input_profile` is given. */
static inline VipsImage *cvips_icc_to_srgb(VipsImage *in, const char *input_profile,
                                           VipsIntent intent) {
  VipsImage *out = NULL;
  if (input_profile)
    vips_icc_transform(in, &out, "srgb", "input_profile", input_profile, "intent", intent,
                       "black_point_compensation", TRUE, "depth", 8, NULL);
  else
    vips_icc_transform(in, &out, "srgb", "embedded", TRUE, "intent", intent,
                       "black_point_compensation", TRUE, "depth", 8, NULL);
  return out;
}

static inline VipsImage *cvips_colourspace(VipsImage *in, VipsInterpretation space) {
  VipsImage *out = NULL;
  vips_colourspace(in, &out, space, NULL);
  return out;
}

/* The same pixels under another interpretation. */
static inline VipsImage *cvips_reinterpret(VipsImage *in, VipsInterpretation space) {
  VipsImage *out = NULL;
  vips_copy(in, &out, "interpretation", space, NULL);
  return out;
}

/* CIELAB under a white of its own to linear RGB by a matrix from X, Y and Z, in rows; both are in units
 * of 100 for Y. */
static inline VipsImage *cvips_lab_to_rgb(VipsImage *in, const double white[3],
                                          const double matrix[9]) {
  VipsArrayDouble *temperature = vips_array_double_new(white, 3);
  VipsImage *rows = vips_image_new_matrix_from_array(3, 3, matrix, 9);
  VipsImage *xyz = NULL, *rgb = NULL, *out = NULL;
  if (rows && !vips_Lab2XYZ(in, &xyz, "temp", temperature, NULL) &&
      !vips_recomb(xyz, &rgb, rows, NULL))
    vips_copy(rgb, &out, "interpretation", VIPS_INTERPRETATION_scRGB, NULL);
  if (rgb) g_object_unref(rgb);
  if (xyz) g_object_unref(xyz);
  if (rows) g_object_unref(rows);
  vips_area_unref(VIPS_AREA(temperature));
  return out;
}

/* What turns pixels of three bands of 16 bits into such of 8. */
typedef void (*CVipsPixels)(const void *tables, const uint16_t *samples, size_t count,
                            uint8_t *result);
typedef struct {
  CVipsPixels convert;
  void *tables;
} CVipsConversion;

static inline int cvips_convert_rows(VipsRegion *out, void *in, void *image, void *data,
                                     gboolean *stop) {
  const CVipsConversion *conversion = (const CVipsConversion *)data;
  VipsRegion *source = (VipsRegion *)in;
  if (vips_region_prepare(source, &out->valid)) return -1;
  for (int y = out->valid.top; y < VIPS_RECT_BOTTOM(&out->valid); y++)
    conversion->convert(conversion->tables,
                        (const uint16_t *)(void *)VIPS_REGION_ADDR(source, out->valid.left, y),
                        (size_t)out->valid.width, VIPS_REGION_ADDR(out, out->valid.left, y));
  return 0;
}

/* Converts every pixel by a function, which gets a copy of the tables. */
static inline VipsImage *cvips_converted(VipsImage *in, CVipsPixels convert, const void *tables,
                                         size_t count) {
  VipsImage *out = vips_image_new();
  CVipsConversion *conversion = VIPS_NEW(out, CVipsConversion);
  if (conversion) *conversion = (CVipsConversion){convert, vips_malloc(VIPS_OBJECT(out), count)};
  if (conversion && conversion->tables) {
    memcpy(conversion->tables, tables, count);
    if (!vips_image_pipelinev(out, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL)) {
      out->BandFmt = VIPS_FORMAT_UCHAR;
      out->Type = VIPS_INTERPRETATION_sRGB;
      g_object_ref(in);
      vips_object_local(out, in);
      if (!vips_image_generate(out, vips_start_one, cvips_convert_rows, vips_stop_one, in,
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
  if (vips_copy(in, &out, NULL)) return NULL;
  vips_image_set_blob_copy(out, VIPS_META_ICC_NAME, bytes, count);
  return out;
}

/* `shift` keeps the most significant bits instead of clipping. */
static inline VipsImage *cvips_cast(VipsImage *in, VipsBandFormat format, int shift) {
  VipsImage *out = NULL;
  vips_cast(in, &out, format, "shift", shift, NULL);
  return out;
}

/* a · in + b, for every band. */
static inline VipsImage *cvips_linear(VipsImage *in, double a, double b) {
  VipsImage *out = NULL;
  vips_linear1(in, &out, a, b, NULL);
  return out;
}

static inline VipsImage *cvips_extract_bands(VipsImage *in, int first, int count) {
  VipsImage *out = NULL;
  vips_extract_band(in, &out, first, "n", count, NULL);
  return out;
}

static inline VipsImage *cvips_join_bands(VipsImage *a, VipsImage *b) {
  VipsImage *out = NULL;
  vips_bandjoin2(a, b, &out, NULL);
  return out;
}

/* Blends on a colour by the last band, which runs from 0 to 255. */
static inline VipsImage *cvips_flatten(VipsImage *in, double red, double green, double blue) {
  VipsImage *out = NULL;
  double colour[3] = {red, green, blue};
  VipsArrayDouble *background = vips_array_double_new(colour, 3);
  vips_flatten(in, &out, "background", background, "max_alpha", 255.0, NULL);
  vips_area_unref(VIPS_AREA(background));
  return out;
}

/* Each input point (x + dx, y + dy) goes to matrix · point + (shift_x, shift_y); cubic interpolation;
 * the last pixels repeat as far as that needs, beyond is black. The result is the output's rectangle from (0, 0) with the given size. */
static inline VipsImage *cvips_affine(VipsImage *in, const double matrix[4], double dx, double dy,
                                      double shift_x, double shift_y, int width, int height) {
  VipsImage *out = NULL;
  int area[4] = {0, 0, width, height};
  VipsArrayInt *rectangle = vips_array_int_new(area, 4);
  VipsInterpolate *cubic = vips_interpolate_new("bicubic");
  if (cubic)
    vips_affine(in, &out, matrix[0], matrix[1], matrix[2], matrix[3], "interpolate", cubic, "oarea",
                rectangle, "idx", dx, "idy", dy, "odx", shift_x, "ody", shift_y, "extend",
                VIPS_EXTEND_COPY, NULL);
  if (cubic) g_object_unref(cubic);
  vips_area_unref(VIPS_AREA(rectangle));
  return out;
}

static inline int cvips_pngsave(VipsImage *in, void **bytes, size_t *count) {
  return vips_pngsave_buffer(in, bytes, count, "strip", TRUE, "compression", 6, NULL);
}

static inline int cvips_webpsave(VipsImage *in, int quality, void **bytes, size_t *count) {
  return vips_webpsave_buffer(in, bytes, count, "strip", TRUE, "Q", quality, NULL);
}

static inline int cvips_avifsave(VipsImage *in, int quality, void **bytes, size_t *count) {
  return vips_heifsave_buffer(in, bytes, count, "strip", TRUE, "Q", quality, "compression",
                              VIPS_FOREIGN_HEIF_COMPRESSION_AV1, NULL);
}

/* Draws one line of Pango markup as a single band of opacities. */
static inline VipsImage *cvips_text(const char *markup, const char *font, int dpi) {
  VipsImage *out = NULL;
  vips_text(&out, markup, "font", font, "dpi", dpi, NULL);
  return out;
}

#endif
