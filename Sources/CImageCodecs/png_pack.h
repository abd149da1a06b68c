// The pixels of a PNG, filtered or as indices of a palette, and compressed by libdeflate: a third of zlib's time.
#ifndef BOUNDEDCROP_CIMAGECODECS_PNG_PACK_H
#define BOUNDEDCROP_CIMAGECODECS_PNG_PACK_H

#include "internal.h"

#pragma clang assume_nonnull begin

/// How the pixels of a PNG are written: as a palette with at most 256 colors, or in color.
typedef struct {
    uint32_t count;
    /// Premultiplied RGBA, with the colors that are not opaque first.
    uint8_t colors[256][4];
    /// How many are not opaque.
    uint32_t transparent_count;
    /// Bits for each pixel: 1, 2, 4 or 8.
    int32_t depth;
} bc_png_palette;

/// Finds the colors of premultiplied pixels; false for more than 256.
bool bc_png_palette_find(const uint8_t *rgba, size_t count, bc_png_palette *palette);

/// Converts premultiplied pixels to straight ones with 1 (gray), 3 or 4 channels. Those with less than 4 are opaque.
void bc_png_straighten(const uint8_t *rgba, uint8_t *line, uint32_t count, uint32_t channels);

/// Whether the picture is not too large, and libdeflate is there. libpng writes others row by row.
bool bc_png_can_pack(uint32_t width, uint32_t height);

/// The data of the only IDAT chunk, of a picture in color.
///
/// `channels` is 1, 3 or 4, and `level` zlib's, 0...9. The filter of each row is the one with the least sum of differences, as in libpng.
int32_t bc_png_pack(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t channels, int32_t level, bc_bytes *packed,
                    bc_error *error);
/// The same as indices of a palette that has all colors of the picture.
int32_t bc_png_pack_indices(const uint8_t *rgba, uint32_t width, uint32_t height, const bc_png_palette *palette, int32_t level,
                            bc_bytes *packed, bc_error *error);

#pragma clang assume_nonnull end

#endif
