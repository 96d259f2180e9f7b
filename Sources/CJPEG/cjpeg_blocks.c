#include "cjpeg_blocks.h"

#include <jerror.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A block's coefficients are kept line by line of eight: nothing, a byte each, or as they are. */
enum { NOTHING = 0, BYTES = 1, WORDS = 2 };
enum { LINES = DCTSIZE, KIND_BITS = 2, KINDS_BYTES = 2 };
enum { MOST_BLOCK_BYTES = KINDS_BYTES + sizeof(JBLOCK) };
enum { NO_ROW = -1 };

/* A row of blocks packed; without bytes, every coefficient is zero. */
typedef struct {
  uint8_t *bytes;
  size_t count;
} packed_row;

/* A row of blocks unpacked, for as long as libjpeg works on it. */
typedef struct {
  JBLOCKROW blocks;
  long row;
  int is_changed;
} open_row;

/* What libjpeg leaves undefined: an array of blocks that it reaches a few rows at a time. */
struct jvirt_barray_control {
  size_t blocks_per_row, row_count, open_count;
  packed_row *rows;
  open_row *open;
  /* The rows of the last access. */
  JBLOCKROW *view;
  /* Room for the largest packed row. */
  uint8_t *scratch;
  jvirt_barray_ptr next;
};

static uint8_t *pack_line(const JCOEF *line, int *kind, uint8_t *to) {
  int any = 0, wide = 0;
  for (int i = 0; i < DCTSIZE; i++) {
    any |= line[i];
    wide |= line[i] != (int8_t)line[i];
  }
  *kind = wide ? WORDS : any ? BYTES : NOTHING;
  if (wide) return (uint8_t *)memcpy(to, line, DCTSIZE * sizeof(JCOEF)) + DCTSIZE * sizeof(JCOEF);
  if (!any) return to;
  for (int i = 0; i < DCTSIZE; i++) to[i] = (uint8_t)line[i];
  return to + DCTSIZE;
}

static uint8_t *pack_block(const JCOEF *block, uint8_t *to) {
  uint8_t *end = to + KINDS_BYTES;
  uint16_t kinds = 0;
  for (int line = 0; line < LINES; line++) {
    int kind;
    end = pack_line(block + line * DCTSIZE, &kind, end);
    kinds |= (uint16_t)(kind << (KIND_BITS * line));
  }
  memcpy(to, &kinds, sizeof kinds);
  return end;
}

static const uint8_t *unpack_line(const uint8_t *from, int kind, JCOEF *line) {
  if (kind == WORDS) {
    memcpy(line, from, DCTSIZE * sizeof(JCOEF));
    return from + DCTSIZE * sizeof(JCOEF);
  }
  if (kind == NOTHING) {
    memset(line, 0, DCTSIZE * sizeof(JCOEF));
    return from;
  }
  for (int i = 0; i < DCTSIZE; i++) line[i] = (int8_t)from[i];
  return from + DCTSIZE;
}

static const uint8_t *unpack_block(const uint8_t *from, JCOEF *block) {
  uint16_t kinds;
  memcpy(&kinds, from, sizeof kinds);
  from += KINDS_BYTES;
  for (int line = 0; line < LINES; line++)
    from = unpack_line(from, kinds >> (KIND_BITS * line) & 3, block + line * DCTSIZE);
  return from;
}

static void *wanted(j_common_ptr codec, void *memory) {
  if (!memory) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  return memory;
}

static void close_row(j_common_ptr codec, jvirt_barray_ptr array, open_row *open) {
  if (open->row == NO_ROW || !open->is_changed) return;
  uint8_t *end = array->scratch;
  for (size_t i = 0; i < array->blocks_per_row; i++) end = pack_block(open->blocks[i], end);
  packed_row *row = array->rows + open->row;
  size_t count = (size_t)(end - array->scratch);
  if (count != row->count) {
    /* Not `realloc`, which would keep what is about to be overwritten. */
    free(row->bytes);
    *row = (packed_row){0};
    row->bytes = wanted(codec, malloc(count));
    row->count = count;
  }
  memcpy(row->bytes, array->scratch, count);
  open->is_changed = 0;
}

static void read_row(jvirt_barray_ptr array, open_row *open, long number, int is_last_pass) {
  packed_row *row = array->rows + number;
  open->row = number;
  if (!row->bytes) {
    memset(open->blocks, 0, array->blocks_per_row * sizeof(JBLOCK));
    return;
  }
  const uint8_t *from = row->bytes;
  for (size_t i = 0; i < array->blocks_per_row; i++) from = unpack_block(from, open->blocks[i]);
  if (!is_last_pass) return;
  free(row->bytes);
  *row = (packed_row){0};
}

static JBLOCKROW opened(j_common_ptr codec, jvirt_barray_ptr array, long row, int is_writing) {
  const cjpeg_blocks *blocks = codec->client_data;
  open_row *open = array->open + (size_t)row % array->open_count;
  if (open->row != row) {
    close_row(codec, array, open);
    read_row(array, open, row, blocks->is_last_pass);
  }
  open->is_changed |= is_writing;
  return open->blocks;
}

/* Opens rows, and as many more as may be open where they are only read: libjpeg-turbo 2.1 asks for
 * fewer rows than it smooths blocks with, because those it got used to have all others beside them. */
static JBLOCKARRAY access_rows(j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION first,
                               JDIMENSION count, boolean is_writing) {
  if (count > array->open_count || first > array->row_count - count)
    ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
  const size_t left = array->row_count - first;
  const size_t most = left < array->open_count ? left : array->open_count;
  for (size_t i = 0; i < (is_writing ? count : most); i++)
    array->view[i] = opened(codec, array, (long)(first + i), is_writing);
  return array->view;
}

static void allocate(j_common_ptr codec, jvirt_barray_ptr array) {
  array->rows = wanted(codec, calloc(array->row_count, sizeof *array->rows));
  array->open = wanted(codec, calloc(array->open_count, sizeof *array->open));
  array->view = wanted(codec, calloc(array->open_count, sizeof *array->view));
  array->scratch = wanted(codec, malloc(array->blocks_per_row * MOST_BLOCK_BYTES));
  for (size_t i = 0; i < array->open_count; i++) {
    array->open[i].row = NO_ROW;
    array->open[i].blocks = wanted(codec, malloc(array->blocks_per_row * sizeof(JBLOCK)));
  }
}

static jvirt_barray_ptr request(j_common_ptr codec, int pool, boolean is_zeroed,
                                JDIMENSION blocks_per_row, JDIMENSION row_count,
                                JDIMENSION most_rows) {
  (void)pool, (void)is_zeroed;
  cjpeg_blocks *blocks = codec->client_data;
  jvirt_barray_ptr array = wanted(codec, calloc(1, sizeof *array));
  array->blocks_per_row = blocks_per_row;
  array->row_count = row_count;
  array->open_count = most_rows < row_count ? most_rows : row_count;
  array->next = blocks->arrays;
  blocks->arrays = array;
  allocate(codec, array);
  return array;
}

/* libjpeg's coefficients without any packing, in bytes. */
static size_t coefficient_bytes(j_decompress_ptr codec) {
  size_t blocks = 0;
  for (int i = 0; i < codec->num_components; i++)
    blocks += (size_t)codec->comp_info[i].width_in_blocks * codec->comp_info[i].height_in_blocks;
  return blocks * sizeof(JBLOCK);
}

void cjpeg_pack_blocks(j_decompress_ptr codec, size_t least_bytes, cjpeg_blocks *blocks) {
  if (!jpeg_has_multiple_scans(codec) || coefficient_bytes(codec) < least_bytes) return;
  codec->client_data = blocks;
  codec->mem->request_virt_barray = request;
  codec->mem->access_virt_barray = access_rows;
}

static void free_array(jvirt_barray_ptr array) {
  for (size_t i = 0; array->open && i < array->open_count; i++) free(array->open[i].blocks);
  for (size_t i = 0; array->rows && i < array->row_count; i++) free(array->rows[i].bytes);
  free(array->open);
  free(array->rows);
  free(array->view);
  free(array->scratch);
  free(array);
}

void cjpeg_free_blocks(cjpeg_blocks *blocks) {
  while (blocks->arrays) {
    jvirt_barray_ptr array = blocks->arrays;
    blocks->arrays = array->next;
    free_array(array);
  }
}
