// HEIC, by libheif.
#ifndef BOUNDEDCROP_CIMAGECODECS_HEIF_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_HEIF_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// HEIC, and HEIF with other codecs that libheif has. libheif is opened by the first call.

/// Opens libheif, and tells its version. Call it before entering a sandbox that does not open files.
int32_t bc_heif_version(char *text, size_t size, bc_error *error);

/// The primary picture; sides are after the container's rotation, reflection and crop.
int32_t bc_heif_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded profile, or one made from the file's code points if these are not sRGB; empty otherwise.
bc_bytes bc_heif_copy_icc_profile(bc_span file);
/// A TIFF structure.
bc_bytes bc_heif_copy_exif(bc_span file);
bc_bytes bc_heif_copy_xmp(bc_span file);

/// Decodes the whole picture, whatever the region. PQ and HLG become sRGB; other colors are for `transform`.
int32_t bc_heif_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// The largest thumbnail that shows the same as the primary picture; its width is 0 if there is none.
int32_t bc_heif_read_thumbnail_header(bc_span file, bc_image_header *header, bc_error *error);
int32_t bc_heif_decode_thumbnail(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                                 bc_error *error);

#pragma clang assume_nonnull end

#endif
