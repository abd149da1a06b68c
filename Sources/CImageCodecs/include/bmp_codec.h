// BMP, without a library.
#ifndef BOUNDEDCROP_CIMAGECODECS_BMP_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_BMP_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// Read without a library. A height of either sign; 1, 4 and 8 bits, plain or run-length coded, 16 and 32 with or without masks, and 24.

int32_t bc_bmp_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded ICC profile; empty if there is none or it is damaged.
bc_bytes bc_bmp_copy_icc_profile(bc_span file);

/// Decodes the rows from top to bottom, whichever comes first in the file.
int32_t bc_bmp_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                      bc_error *error);

#pragma clang assume_nonnull end

#endif
