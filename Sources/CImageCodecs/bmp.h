// What the files of the BMP reader share. BMP is read without a library.
#ifndef BOUNDEDCROP_CIMAGECODECS_BMP_H
#define BOUNDEDCROP_CIMAGECODECS_BMP_H

#include "internal.h"

#pragma clang assume_nonnull begin

enum { bc_bmp_rgb = 0, bc_bmp_rle8 = 1, bc_bmp_rle4 = 2, bc_bmp_bit_fields = 3, bc_bmp_alpha_bit_fields = 6 };

enum { bc_bmp_core_length = 12, bc_bmp_info_length = 40, bc_bmp_alpha_mask_length = 56 };

typedef struct {
    uint32_t width, height;
    bool is_top_down;
    /// Per pixel: 1, 4, 8, 16, 24 or 32.
    uint32_t bits;
    uint32_t compression;
    /// Of 16 and 32 bits: which of them are red, green, blue and alpha. Each is contiguous.
    uint32_t masks[4];
    /// Of 1, 4 and 8 bits: blue, green, red, and with 4 bytes per color one that means nothing.
    const uint8_t *_Nullable palette;
    uint32_t color_count, color_length;
    /// The position of the pixels in the file.
    size_t pixels;
} bc_bmp;

static inline bool bc_bmp_is_run_length_coded(const bc_bmp *bmp) {
    return bmp->compression == bc_bmp_rle8 || bmp->compression == bc_bmp_rle4;
}

/// Whether there is a kind of header of this length.
bool bc_bmp_is_header_length(uint32_t length);
int32_t bc_bmp_read(bc_span file, bc_bmp *bmp, bc_error *error);

/// Decompresses run-length coded pixels to one byte each, from the top row down. What the file skips stays as it is. `has_pixels` tells
/// whether there were any before an error.
int32_t bc_bmp_read_runs(bc_span file, const bc_bmp *bmp, uint8_t *indices, bool *has_pixels, bc_error *error);

#pragma clang assume_nonnull end

#endif
