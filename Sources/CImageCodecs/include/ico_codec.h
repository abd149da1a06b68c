// Icons and cursors of Windows (ICO, CUR): pictures in several sizes, each a bitmap or a PNG.
#ifndef BOUNDEDCROP_CIMAGECODECS_ICO_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_ICO_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

/// The header of the largest picture, and of those the one with the most colors. Its own size counts, not that in the list.
int32_t bc_ico_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The profile of a PNG; empty for a bitmap.
bc_bytes bc_ico_copy_icc_profile(bc_span file);

/// The width of the smallest picture that is at least `width` pixels wide and has the shape of the largest; that of the largest if there is
/// no such picture, and 0 for a damaged file.
uint32_t bc_ico_find_width(bc_span file, uint32_t width);

/// Decodes the largest picture, or the one of which each pixel is a cell of `shrink` / `magnify` pixels of that, if there is one. A bitmap
/// shows what its mask leaves, or its alpha where it has any.
int32_t bc_ico_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// A picture to write: premultiplied RGBA, with sides of 1 to 256 pixels.
typedef struct {
    const uint8_t *rgba;
    uint32_t width, height;
} bc_icon_picture;

/// Writes an icon: bitmaps with a mask up to 48 pixels along either side, and PNG above, as Windows itself has them.
int32_t bc_ico_encode(const bc_icon_picture *pictures, size_t count, bc_bytes *output, bc_error *error);

#pragma clang assume_nonnull end

#endif
