// Shared by the codecs: color transforms by row, and shrinking rows during decoding.
#ifndef BOUNDEDCROP_CIMAGECODECS_INTERNAL_H
#define BOUNDEDCROP_CIMAGECODECS_INTERNAL_H

#include <strings.h>
#include <webp/encode.h>

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Converts a row of Adobe's inverted CMYK to RGBA; without a profile, as all viewers do: each color times black.
void bc_cmyk_to_rgba(const bc_color_transform *_Nullable transform, const uint8_t *cmyk, uint8_t *rgba, size_t count);
/// Creates a transform from ICC's 8-bit Lab to sRGB; null when memory ran out.
bc_color_transform *_Nullable bc_color_transform_create_lab(void);

/// Whether this is libpng's message for lack of memory; libpng has no error codes.
static inline bool bc_means_out_of_memory(const char *sentence) { return strcasecmp(sentence, "out of memory") == 0; }

static inline uint8_t bc_multiply(uint32_t value, uint32_t alpha) {
    // Exactly round(value * alpha / 255) for all bytes (J. Blinn, "Three Wrongs Make a Right", 1995).
    const uint32_t product = value * alpha + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

/// Round(value * 255 / alpha), for a premultiplied value.
static inline uint8_t bc_unmultiply(uint32_t value, uint32_t alpha) {
    if (alpha == 0) { return 0; }
    const uint32_t straight = (value * 255 + alpha / 2) / alpha;
    return (uint8_t)(straight > 255 ? 255 : straight);
}

/// Takes straight RGBA rows of the whole picture from top to bottom and keeps the requested region, averaged by cell and premultiplied.
typedef struct {
    bc_region region;
    uint32_t picture_width, picture_height;
    const bc_color_transform *_Nullable transform;
    uint8_t *rgba;
    uint32_t *_Nullable sums;
} bc_row_reducer;

/// False when memory ran out.
bool bc_row_reducer_start(bc_row_reducer *reducer);
/// Takes row `y`, whose bytes may be modified. Rows above and below the region are ignored.
void bc_row_reducer_add(bc_row_reducer *reducer, uint32_t y, uint8_t *row);
/// Takes the rows of a whole picture that the region needs.
int32_t bc_row_reducer_add_all(bc_row_reducer *reducer, uint8_t *pixels, bc_error *error);
void bc_row_reducer_finish(bc_row_reducer *reducer);

/// The last picture row that the region needs, plus one.
static inline uint32_t bc_region_end_row(bc_region region, uint32_t picture_height) {
    const uint64_t end = ((uint64_t)region.y + region.height) * region.shrink;
    return end < picture_height ? (uint32_t)end : picture_height;
}

/// The sum of a cell's bytes fits into 32 bits.
enum { bc_most_shrink = 4096 };

static inline uint64_t bc_region_magnify(bc_region region) { return region.magnify > 1 ? region.magnify : 1; }

/// Whether the region is not empty and lies inside a picture of this size.
static inline bool bc_region_is_inside(bc_region region, uint32_t width, uint32_t height) {
    if (region.shrink == 0 || region.shrink > bc_most_shrink || region.width == 0 || region.height == 0) { return false; }
    if (region.magnify > bc_most_shrink) { return false; }
    const uint64_t columns = (width * bc_region_magnify(region) + region.shrink - 1) / region.shrink;
    const uint64_t rows = (height * bc_region_magnify(region) + region.shrink - 1) / region.shrink;
    return (uint64_t)region.x + region.width <= columns && (uint64_t)region.y + region.height <= rows;
}

/// Clears the output so that the parts missing from a damaged file are transparent.
void bc_clear_if_truncated(bc_region region, uint8_t *rgba);

/// Premultiplies straight pixels.
void bc_premultiply(uint8_t *rgba, size_t count);

/// Copies premultiplied RGBA of the picture's size into it as straight pixels. On failure returns false and sets the picture's error code.
bool bc_webp_import_pixels(WebPPicture *picture, const uint8_t *rgba);
/// Limits the time and memory that large pictures need.
void bc_webp_limit_effort(WebPConfig *config, uint32_t width, uint32_t height);
int32_t bc_webp_report(bc_error *error, WebPEncodingError reason);
/// Copies an encoded file, with metadata in the extended container if there is any: libwebp's memory needs its own function to be freed.
int32_t bc_webp_finish(bc_span file, bc_metadata metadata, bc_bytes *output, bc_error *error);
int bc_webp_goes_on(int percent, const WebPPicture *picture);

/// As bc_png_encode, with alpha or without, whatever the pixels are.
int32_t bc_png_encode_with_alpha(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bool has_alpha, bc_metadata metadata,
                                 bc_bytes *output, bc_error *error);

#pragma clang assume_nonnull end

#endif
