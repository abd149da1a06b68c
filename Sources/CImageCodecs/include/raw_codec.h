// Camera RAW, by LibRaw.
#ifndef BOUNDEDCROP_CIMAGECODECS_RAW_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_RAW_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// Photos as sensors measured them, with JPEG previews that cameras embed. LibRaw is opened by the first call.

/// Opens LibRaw, and tells its version ("0.20.2").
int32_t bc_raw_version(char *text, size_t size, bc_error *error);

/// Sides are those of the developed picture as stored, before it is turned upright; the orientation is the file's. The preview is the
/// largest embedded JPEG of the same shape.
int32_t bc_raw_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// Decodes the region's rendition: for the preview, cells are those of the preview, and `shrink` is 1, 2, 4 or 8; for half of the size,
/// `shrink` is even. What is developed is sRGB, with the white balance of the camera and as bright as it was measured, and has no
/// transform.
int32_t bc_raw_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// A copy of the preview's file, whatever its shape. Empty if there is none that is a JPEG.
bc_bytes bc_raw_copy_preview(bc_span file);
/// Empty for none, or one of more than 1 MB.
bc_bytes bc_raw_copy_xmp(bc_span file);

#pragma clang assume_nonnull end

#endif
