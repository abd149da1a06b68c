// JPEG 2000 and High Throughput JPEG 2000, by OpenJPEG.
#ifndef BOUNDEDCROP_CIMAGECODECS_JP2_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_JP2_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// Bare codestreams and files of boxes. OpenJPEG is opened by the first picture that is decoded; headers are read without it.

/// Opens OpenJPEG, and tells its version. Call it before entering a sandbox that does not open files.
int32_t bc_jp2_version(char *text, size_t size, bc_error *error);

/// `working_bytes` is what decoding takes besides 32 bytes for each pixel of the region, and all that it takes for pictures that have no
/// smaller resolutions.
int32_t bc_jp2_read_header(bc_span file, bc_image_header *header, bc_error *error);

bc_bytes bc_jp2_copy_icc_profile(bc_span file);
/// A TIFF structure, as Adobe stores it.
bc_bytes bc_jp2_copy_exif(bc_span file);
bc_bytes bc_jp2_copy_xmp(bc_span file);
bc_bytes bc_jp2_copy_iptc(bc_span file);

/// Decodes the region only, at the smallest resolution that has a pixel for each cell: fastest where `shrink` is a power of two. Pixels with
/// a palette or alpha are decoded at the full resolution and averaged.
int32_t bc_jp2_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

#pragma clang assume_nonnull end

#endif
