// The samples of decoded components as rows of RGBA.
#ifndef BOUNDEDCROP_CIMAGECODECS_JP2_COLORS_H
#define BOUNDEDCROP_CIMAGECODECS_JP2_COLORS_H

#include "jp2_boxes.h"
#include "jp2_library.h"

#pragma clang assume_nonnull begin

/// A part of the reference grid.
typedef struct {
    int32_t left, top, right, bottom;
} bc_jp2_area;

/// A channel, and where its samples are.
typedef struct {
    const opj_image_comp_t *component;
    bc_jp2_channel channel;
    /// The place of its first sample among those of the whole picture at this resolution.
    int64_t left, top;
    /// Its colors with 8 bits if it is mapped.
    uint8_t *_Nullable palette;
} bc_jp2_plane;

typedef struct {
    const bc_jp2_file *jp2;
    uint32_t halvings;
    /// The colors, then alpha if there is any.
    bc_jp2_plane planes[bc_jp2_most_colors + 1];
    uint32_t plane_count;
    bc_color_transform *_Nullable lab;
    /// A row of each plane with 8 bits, and one as it was decoded.
    uint8_t *_Nullable samples;
    int32_t *_Nullable line;
} bc_jp2_colors;

/// Finds the planes in a decoded area. It is to be finished in any case.
int32_t bc_jp2_colors_start(bc_jp2_colors *colors, const bc_jp2_file *jp2, const opj_image_t *image, bc_jp2_area area, uint32_t halvings,
                            bc_error *error);
/// Writes a part of a row as straight RGBA; places are in pixels of this resolution.
int32_t bc_jp2_write_row(const bc_jp2_colors *colors, const bc_color_transform *_Nullable transform, uint32_t left, uint32_t row,
                         uint32_t count, bool allow_truncated, uint8_t *rgba, bc_error *error);
void bc_jp2_colors_finish(bc_jp2_colors *colors);

#pragma clang assume_nonnull end

#endif
