#ifndef CHEIF_H
#define CHEIF_H

/* The functions of libheif that Swift uses.
 *
 * libheif links the codecs of its formats, which takes 4 ms of CPU time at every start of a program. So it is loaded
 * on demand, and called through a table (decision 0606). */

#include <libheif/heif.h>
#include <stdbool.h>

/* Every function of libheif that is called. */
#define CHEIF_FUNCTIONS(F)                                                                     \
  F(heif_get_version) F(heif_init) F(heif_have_decoder_for_format)                             \
  F(heif_have_encoder_for_format) F(heif_context_alloc) F(heif_context_free)                   \
  F(heif_context_read_from_memory_without_copy) F(heif_context_get_primary_image_handle)       \
  F(heif_image_handle_release) F(heif_image_handle_get_nclx_color_profile)                     \
  F(heif_nclx_color_profile_free) F(heif_decode_image) F(heif_image_get_nclx_color_profile)    \
  F(heif_image_get_bits_per_pixel_range) F(heif_image_get_plane_readonly)                      \
  F(heif_image_get_width) F(heif_image_get_height) F(heif_image_release)

#define CHEIF_POINTER(name) __typeof__(name) *_Nonnull name;
struct cheif_functions {
  CHEIF_FUNCTIONS(CHEIF_POINTER)
};
#undef CHEIF_POINTER

/* Loads libheif and what it loads itself; NULL if it is not there. Call it once. */
const struct cheif_functions *_Nullable cheif_load(void);

#endif
