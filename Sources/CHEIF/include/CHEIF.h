#ifndef CHEIF_H
#define CHEIF_H

/* Every function of libheif that Swift uses, with a c before its name.
 *
 * libheif links the codecs of its formats, which takes 4 ms of CPU time at every start of a program. So it is loaded
 * on demand, and called through a table (decision 0606). */

#include <libheif/heif.h>
#include <stdbool.h>

/* Every function that is called: its result, name, parameters and arguments. */
#define CHEIF_FUNCTIONS(F)                                                                                           \
  F(const char *, heif_get_version, (void), ())                                                                      \
  F(struct heif_error, heif_init, (struct heif_init_params * settings), (settings))                                  \
  F(int, heif_have_decoder_for_format, (enum heif_compression_format format), (format))                              \
  F(int, heif_have_encoder_for_format, (enum heif_compression_format format), (format))                              \
  F(struct heif_context *, heif_context_alloc, (void), ())                                                           \
  F(void, heif_context_free, (struct heif_context * context), (context))                                             \
  F(struct heif_error, heif_context_read_from_memory_without_copy,                                                   \
    (struct heif_context * context, const void *bytes, size_t count, const struct heif_reading_options *options),    \
    (context, bytes, count, options))                                                                                \
  F(struct heif_error, heif_context_get_primary_image_handle,                                                        \
    (struct heif_context * context, struct heif_image_handle * *handle), (context, handle))                          \
  F(void, heif_image_handle_release, (const struct heif_image_handle *handle), (handle))                             \
  F(struct heif_error, heif_image_handle_get_nclx_color_profile,                                                     \
    (const struct heif_image_handle *handle, struct heif_color_profile_nclx **profile), (handle, profile))           \
  F(void, heif_nclx_color_profile_free, (struct heif_color_profile_nclx * profile), (profile))                       \
  F(struct heif_error, heif_decode_image,                                                                            \
    (const struct heif_image_handle *handle, struct heif_image **image, enum heif_colorspace colours,                \
     enum heif_chroma chroma, const struct heif_decoding_options *options),                                          \
    (handle, image, colours, chroma, options))                                                                       \
  F(struct heif_error, heif_image_get_nclx_color_profile,                                                            \
    (const struct heif_image *image, struct heif_color_profile_nclx **profile), (image, profile))                    \
  F(int, heif_image_get_bits_per_pixel_range, (const struct heif_image *image, enum heif_channel channel),           \
    (image, channel))                                                                                                \
  F(const uint8_t *, heif_image_get_plane_readonly,                                                                  \
    (const struct heif_image *image, enum heif_channel channel, int *stride), (image, channel, stride))              \
  F(int, heif_image_get_width, (const struct heif_image *image, enum heif_channel channel), (image, channel))        \
  F(int, heif_image_get_height, (const struct heif_image *image, enum heif_channel channel), (image, channel))       \
  F(void, heif_image_release, (const struct heif_image *image), (image))

/* Loads libheif and what it loads itself; returns whether it is there. Call it once, before everything below. */
bool cheif_load(void);

#define CHEIF_POINTER(result, name, parameters, arguments) result(*name) parameters;
struct cheif_functions {
  CHEIF_FUNCTIONS(CHEIF_POINTER)
};
#undef CHEIF_POINTER

extern struct cheif_functions cheif;

#define CHEIF_CALL(result, name, parameters, arguments) \
  static inline result c##name parameters { return cheif.name arguments; }
CHEIF_FUNCTIONS(CHEIF_CALL)
#undef CHEIF_CALL

#endif
