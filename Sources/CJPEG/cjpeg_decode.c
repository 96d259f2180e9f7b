#include "cjpeg_failure.h"

#include <jerror.h>

/* libjpeg 7 and later scale the two directions separately; libjpeg-turbo's usual build does not. */
#if JPEG_LIB_VERSION >= 70
#define SCALED(component) ((component)->DCT_h_scaled_size)
#else
#define SCALED(component) ((component)->DCT_scaled_size)
#endif

/* The bytes of a whole file in memory: no more bytes follow. */
static void start(j_decompress_ptr codec) { (void)codec; }
static void finish(j_decompress_ptr codec) { (void)codec; }

static boolean refill(j_decompress_ptr codec) {
  ERREXIT(codec, JERR_INPUT_EOF);
  return FALSE;
}

static void skip(j_decompress_ptr codec, long count) {
  if (count <= 0) return;
  if ((size_t)count > codec->src->bytes_in_buffer) ERREXIT(codec, JERR_INPUT_EOF);
  codec->src->next_input_byte += count;
  codec->src->bytes_in_buffer -= (size_t)count;
}

static struct jpeg_source_mgr source_of(const uint8_t *bytes, size_t count) {
  return (struct jpeg_source_mgr){
      .next_input_byte = bytes, .bytes_in_buffer = count, .init_source = start,
      .fill_input_buffer = refill, .skip_input_data = skip,
      .resync_to_restart = jpeg_resync_to_restart, .term_source = finish};
}

/* Reads the header and requests planes at a scale. */
static void open_planes(j_decompress_ptr codec, int denominator) {
  jpeg_read_header(codec, TRUE);
  codec->scale_num = 1;
  codec->scale_denom = (unsigned)denominator;
  codec->raw_data_out = TRUE;
  codec->dct_method = JDCT_ISLOW;
  codec->out_color_space = codec->jpeg_color_space;
  jpeg_calc_output_dimensions(codec);
}

static int is_served(j_decompress_ptr codec) {
  if (codec->jpeg_color_space != JCS_YCbCr || codec->num_components != 3) return 0;
  if (codec->data_precision != 8) return 0;
  jpeg_component_info *luma = codec->comp_info;
  for (int i = 0; i < 3; i++) {
    jpeg_component_info *plane = codec->comp_info + i;
    if (plane->h_samp_factor > 2 || plane->v_samp_factor > 2) return 0;
    if (i > 0 && (plane->h_samp_factor != 1 || plane->v_samp_factor != 1)) return 0;
    if (SCALED(plane) > 8 || SCALED(plane) % SCALED(luma)) return 0;
    if (luma->h_samp_factor * SCALED(luma) < plane->h_samp_factor * SCALED(plane)) return 0;
    if (luma->v_samp_factor * SCALED(luma) < plane->v_samp_factor * SCALED(plane)) return 0;
  }
  return 1;
}

/* The number of samples, each made of `8 / scaled` stored ones, that stored ones of one direction fill: the file
 * has one for every `most / factor` pixels, and one for the remaining ones. */
static int own_samples(JDIMENSION pixels, int factor, int most, int scaled) {
  int stored = (int)(((size_t)pixels * (size_t)factor + (size_t)most - 1) / (size_t)most);
  int own = stored / (DCTSIZE / scaled);
  return own > 0 ? own : 1;
}

static cjpeg_plane plane_of(j_decompress_ptr codec, int index) {
  jpeg_component_info *luma = codec->comp_info, *plane = codec->comp_info + index;
  int scaled = SCALED(plane);
  return (cjpeg_plane){
      .width = (int)plane->downsampled_width, .height = (int)plane->downsampled_height,
      .row_bytes = (int)plane->width_in_blocks * scaled,
      .rows = (int)codec->total_iMCU_rows * plane->v_samp_factor * scaled,
      .subsampling_x = luma->h_samp_factor * SCALED(luma) / (plane->h_samp_factor * scaled),
      .subsampling_y = luma->v_samp_factor * SCALED(luma) / (plane->v_samp_factor * scaled),
      .own_width = own_samples(codec->image_width, plane->h_samp_factor,
                               codec->max_h_samp_factor, scaled),
      .own_height = own_samples(codec->image_height, plane->v_samp_factor,
                                codec->max_v_samp_factor, scaled)};
}

int cjpeg_read_layout(const uint8_t *bytes, size_t count, int denominator, cjpeg_layout *layout,
                      char *message) {
  struct jpeg_decompress_struct codec = {0};
  struct jpeg_source_mgr source = source_of(bytes, count);
  cjpeg_failure failure;
  codec.err = cjpeg_catch(&failure, message);
  if (setjmp(failure.place)) {
    jpeg_destroy_decompress(&codec);
    return -1;
  }
  jpeg_create_decompress(&codec);
  codec.src = &source;
  open_planes(&codec, denominator);
  layout->width = (int)codec.image_width;
  layout->height = (int)codec.image_height;
  layout->is_ycc = is_served(&codec);
  for (int i = 0; i < 3 && layout->is_ycc; i++) layout->planes[i] = plane_of(&codec, i);
  jpeg_destroy_decompress(&codec);
  return 0;
}

/* Reads one row of blocks of every plane. */
static void read_block_row(j_decompress_ptr codec, const cjpeg_target targets[3],
                           size_t block_row) {
  JSAMPROW rows[3][CJPEG_ROWS];
  JSAMPARRAY wanted[3] = {rows[0], rows[1], rows[2]};
  for (int i = 0; i < 3; i++) {
    int count = codec->comp_info[i].v_samp_factor * SCALED(codec->comp_info + i);
    const cjpeg_target to = targets[i];
    uint8_t *first = to.samples + block_row * (size_t)count % (size_t)to.kept * to.stride;
    for (int y = 0; y < count; y++) rows[i][y] = first + (size_t)y * to.stride;
  }
  jpeg_read_raw_data(codec, wanted, CJPEG_ROWS);
}

/* Reads all data of a JPEG of any kind and drops the rows. */
static void drop_rows(j_decompress_ptr codec) {
  JSAMPARRAY row = codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE,
                                            codec->output_width * (JDIMENSION)codec->num_components, 1);
  while (codec->output_scanline < codec->output_height) jpeg_read_scanlines(codec, row, 1);
}

int cjpeg_decode(const uint8_t *bytes, size_t count, int denominator,
                 const cjpeg_target targets[3], cjpeg_listener listener, char *message) {
  struct jpeg_decompress_struct codec = {0};
  struct jpeg_source_mgr source = source_of(bytes, count);
  cjpeg_failure failure;
  codec.err = cjpeg_catch(&failure, message);
  if (setjmp(failure.place)) {
    jpeg_destroy_decompress(&codec);
    return -1;
  }
  jpeg_create_decompress(&codec);
  codec.src = &source;
  open_planes(&codec, denominator);
  if (!targets) codec.raw_data_out = FALSE;
  jpeg_start_decompress(&codec);
  if (!targets) drop_rows(&codec);
  const int height = codec.comp_info->v_samp_factor * SCALED(codec.comp_info);
  for (size_t row = 0; codec.output_scanline < codec.output_height; row++) {
    read_block_row(&codec, targets, row);
    listener.decoded(listener.context, (int)(row + 1) * height);
  }
  jpeg_finish_decompress(&codec);
  int warnings = (int)codec.err->num_warnings;
  jpeg_destroy_decompress(&codec);
  return warnings;
}
