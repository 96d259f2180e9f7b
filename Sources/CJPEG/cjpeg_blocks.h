#ifndef CJPEG_BLOCKS_H
#define CJPEG_BLOCKS_H

#include <stdio.h>
#include <jpeglib.h>

/* The coefficients of a JPEG of several scans, which libjpeg keeps all of until the last scan is
 * read, packed row by row: decision 0215. */
typedef struct {
  /* The first of libjpeg's arrays of blocks. */
  jvirt_barray_ptr arrays;
  /* Whether every row is wanted once more and no oftener. */
  int is_last_pass;
} cjpeg_blocks;

/* Keeps the coefficients of a file of several scans packed where they have at least so many bytes;
 * to be called between reading the header and the start of decompression. `blocks` outlives the
 * codec's use of it. */
void cjpeg_pack_blocks(j_decompress_ptr codec, size_t least_bytes, cjpeg_blocks *blocks);

/* Frees what is kept; the codec must not be used any more, but to be destroyed. */
void cjpeg_free_blocks(cjpeg_blocks *blocks);

#endif
