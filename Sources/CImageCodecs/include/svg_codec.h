// SVG, drawn by librsvg.
#ifndef BOUNDEDCROP_CIMAGECODECS_SVG_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_SVG_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// Drawings, plain or compressed with gzip. librsvg is opened by the first call. Nothing outside the file is read but fonts. Drawing cannot
// be interrupted.

/// Opens librsvg, and tells its version.
int32_t bc_svg_version(char *text, size_t size, bc_error *error);

/// Takes what drawing needs of the machine: call it before entering a sandbox that opens no files. From then on, text is drawn in one font for
/// each kind, and embedded pictures are only drawn if they are PNG or JPEG.
int32_t bc_svg_prepare(bc_error *error);

/// Whether a file with this start is a drawing: its first element is `svg`, with a prefix or without.
bool bc_svg_is_drawing(bc_span start);

/// Sides are those that CSS gives a picture: width and height, what the viewBox says of missing ones, or else 300x150; rounded.
int32_t bc_svg_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// Draws the region, premultiplied. `magnify` of the region counts, and cells at the right and bottom edges that are smaller are stretched.
int32_t bc_svg_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

#pragma clang assume_nonnull end

#endif
