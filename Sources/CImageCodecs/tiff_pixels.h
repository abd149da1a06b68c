// From stored samples to straight RGBA.
#ifndef BOUNDEDCROP_TIFF_PIXELS_H
#define BOUNDEDCROP_TIFF_PIXELS_H

#include "tiff_layout.h"

#pragma clang assume_nonnull begin

/// What the colors of a picture mean.
typedef struct {
    const bc_tiff_layout *layout;
    const bc_color_transform *_Nullable transform;
    /// Palettes have 256 entries; those that the file lacks are black.
    uint8_t palette[256][3];
    /// Of YCbCr, as multiples of 1/65536.
    int32_t red_of_cr, green_of_cr, green_of_cb, blue_of_cb;
    int32_t luma_scale, luma_offset, chroma_scale;
    /// Made for Lab; to be destroyed.
    bc_color_transform *_Nullable lab;
} bc_tiff_colors;

/// False when memory ran out.
bool bc_tiff_colors_start(bc_tiff_colors *colors, bc_tiff_handle *handle, const bc_tiff_layout *layout,
                          const bc_color_transform *_Nullable transform);
void bc_tiff_colors_finish(bc_tiff_colors *colors);

/// Converts `count` samples that start `skipped` samples into a line to bytes, `step` bytes apart. Indices of a palette are not scaled.
void bc_tiff_take_samples(const bc_tiff_layout *layout, const uint8_t *line, size_t skipped, uint8_t *samples, size_t step, size_t count);
/// The same for Y, Cb and Cr of a line of pixels whose chroma is shared. `row` is that of the line in its unit.
void bc_tiff_take_shared_chroma(const bc_tiff_layout *layout, const uint8_t *units, uint32_t row, size_t skipped, uint8_t *samples,
                                size_t count);

/// Converts pixels of `layout->samples` bytes each; CMYK and Lab are converted to sRGB, other colors are left to the reducer.
void bc_tiff_write_rgba(const bc_tiff_colors *colors, uint8_t *samples, uint8_t *rgba, size_t count);

#pragma clang assume_nonnull end

#endif
