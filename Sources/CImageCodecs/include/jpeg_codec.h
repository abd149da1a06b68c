// JPEG, by libjpeg-turbo.
#ifndef BOUNDEDCROP_CIMAGECODECS_JPEG_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_JPEG_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

/// The version of libjpeg-turbo ("2.1.5").
int32_t bc_jpeg_version(char *text, size_t size, bc_error *error);

int32_t bc_jpeg_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// Decodes to RGBA; `shrink` is 1, 2, 4 or 8.
int32_t bc_jpeg_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                       bc_error *error);

/// Decodes to luma without reading the chroma planes; not for CMYK. `shrink` is 1, 2, 4 or 8.
int32_t bc_jpeg_decode_luma(bc_span file, bc_region region, uint8_t *luma, bc_error *error);

typedef struct {
    int32_t quality;
    bool progressive;
    bc_subsampling subsampling;
    uint8_t background[3];
} bc_jpeg_settings;

int32_t bc_jpeg_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_jpeg_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_error *error);

#pragma clang assume_nonnull end

#endif
