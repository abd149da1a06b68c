// Icons and cursors of Windows (ICO, CUR): pictures in several sizes, each a bitmap or a PNG.
#ifndef BOUNDEDCROP_CIMAGECODECS_ICO_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_ICO_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

/// The header of the largest picture, and of those the one with the most colors. Its own size counts, not that in the list.
int32_t bc_ico_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The profile of a PNG; empty for a bitmap.
bc_bytes bc_ico_copy_icc_profile(bc_span file);

/// Decodes the largest picture. A bitmap shows what its mask leaves, or its alpha where it has any.
int32_t bc_ico_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

#pragma clang assume_nonnull end

#endif
