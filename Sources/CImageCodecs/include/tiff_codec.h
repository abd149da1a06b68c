// TIFF, by libtiff.
#ifndef BOUNDEDCROP_CIMAGECODECS_TIFF_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_TIFF_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

/// Opens libtiff, and tells its version ("4.5.0"). Call it before entering a sandbox that does not open files.
int32_t bc_tiff_version(char *text, size_t size, bc_error *error);

/// The first page. Pixels stay as stored: bc_tiff_copy_exif tells the orientation.
int32_t bc_tiff_read_header(bc_span file, bc_image_header *header, bc_error *error);
/// Reads only the strips or tiles that the region needs. For Lab, `transform` is ignored.
int32_t bc_tiff_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// Empty for none, or one of more than 4 MB. Does not need libtiff; neither do the following.
bc_bytes bc_tiff_copy_icc_profile(bc_span file);
/// Empty for none, or one of more than 1 MB.
bc_bytes bc_tiff_copy_xmp(bc_span file);
/// IPTC's records. Empty for none, or more than 1 MB.
bc_bytes bc_tiff_copy_iptc(bc_span file);
/// A TIFF structure of its own, as EXIF in a JPEG: orientation, resolution, descriptions, dates, and the EXIF and GPS directories without
/// maker notes. Empty if there is none of it, or more than 1 MB.
bc_bytes bc_tiff_copy_exif(bc_span file);

/// A smaller picture of the first page's shape and orientation, stored in the same file.
typedef struct {
    /// What bc_tiff_decode_reduction takes.
    uint64_t place;
    bc_image_header header;
} bc_tiff_reduction;

/// Lists reduced pictures in the file's order, at most `capacity` (16 are looked at). Returns their number; 0 also for damaged files.
uint32_t bc_tiff_find_reductions(bc_span file, bc_tiff_reduction *reductions, uint32_t capacity);
/// Decodes one of them, as bc_tiff_decode does.
int32_t bc_tiff_decode_reduction(bc_span file, uint64_t place, bc_region region, const bc_color_transform *_Nullable transform,
                                 uint8_t *rgba, bc_error *error);

#pragma clang assume_nonnull end

#endif
