// What all codecs share: bytes, headers, regions, animations, metadata and color.
#ifndef BOUNDEDCROP_CIMAGECODECS_CODEC_TYPES_H
#define BOUNDEDCROP_CIMAGECODECS_CODEC_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#pragma clang assume_nonnull begin

/// Bytes made by an encoder; release them with bc_bytes_free.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t length;
} bc_bytes;

void bc_bytes_free(bc_bytes bytes);

typedef enum { BC_COLOR_GRAY, BC_COLOR_RGB, BC_COLOR_CMYK } bc_color_model;

/// The contents of a picture's header; sides are in stored pixels.
typedef struct {
    uint32_t width, height;
    bc_color_model color;
    /// According to the header; the pixels of a lossless WebP may differ.
    bool has_alpha;
    /// For a PNG: whether it announces more than one frame. The decoder shows the default image, which need not be one of them.
    bool animated;
    /// For a WebP: whether it uses the lossless codec, whose pixels always include alpha.
    bool lossless;
    /// The maximum memory that the decoder allocates for coefficients, whole pictures and rows, regardless of the region.
    uint64_t working_bytes;
    /// The pixels of the largest picture that is decoded or put together before it is cut to the picture's size, if it may be larger.
    uint64_t decoded_pixels;
    /// Whether sides and pixels are those of the upright picture: the decoder applies the container's rotation, reflection and crop, and
    /// EXIF's orientation must not be applied again. The container's counts even where EXIF has another.
    bool is_upright;
    /// Whether the library may end the process if the pixels are damaged.
    bool is_fragile;
    /// EXIF's number of the orientation where the decoder knows it better; 0 where the metadata tell it.
    uint32_t orientation;
    /// The sides of an embedded picture, stored in the same orientation, that shows the same and may be decoded in its place; 0 for none.
    uint32_t preview_width, preview_height;
} bc_image_header;

/// What is decoded of a photo as the sensor measured it. Other files have only the whole.
typedef enum {
    /// All pixels.
    BC_RENDITION_WHOLE,
    /// One pixel for 2 x 2, in a quarter of the time.
    BC_RENDITION_HALF,
    /// The embedded picture, with cells of its own.
    BC_RENDITION_PREVIEW,
} bc_rendition;

/// What to decode. The picture is divided into square cells of `shrink` stored pixels (cells at the right and bottom edges may be smaller),
/// with one output pixel per cell. The region is in cells. `shrink` is at most 4096.
///
/// Of what is drawn, there can be `magnify` x `magnify` output pixels for each pixel, at most 4096; 0 is as 1.
typedef struct {
    uint32_t shrink, magnify;
    uint32_t x, y, width, height;
    /// The pixels of a drawing that are drawn in `width` x `height` ones, whatever the cells; all 0 for none.
    uint32_t part_x, part_y, part_width, part_height;
    /// Whether to return what can be read of a damaged file; the rest of the output is then zero.
    bool allow_truncated;
    bc_rendition rendition;
} bc_region;

/// What is known of an animation before its frames are decoded.
typedef struct {
    /// The sides of the canvas, and of every composed frame.
    uint32_t width, height;
    uint32_t frame_count;
    /// How often the animation is shown in all; 0 means for ever.
    uint32_t loop_count;
    /// Whether composed frames may have transparent pixels.
    bool has_alpha;
    /// The maximum memory that the reader allocates, regardless of the number of frames.
    uint64_t working_bytes;
} bc_animation_info;

/// Metadata to write in addition to the pixels; empty spans write nothing.
typedef struct {
    bc_span icc_profile, exif, xmp;
    /// The density for prints where the format has a field for it, at most 65535; 0 writes none.
    uint32_t pixels_per_inch;
} bc_metadata;

typedef enum { BC_SUBSAMPLING_420, BC_SUBSAMPLING_422, BC_SUBSAMPLING_444 } bc_subsampling;

// MARK: Color

/// The version of Little CMS ("2.14").
int32_t bc_color_version(char *text, size_t size, bc_error *error);

typedef struct bc_color_transform bc_color_transform;

/// Creates a transform from an ICC profile to sRGB; null if the bytes are not a usable profile of this color model.
bc_color_transform *_Nullable bc_color_transform_create(bc_span profile, bc_color_model model);
void bc_color_transform_destroy(bc_color_transform *transform);

/// Converts straight RGBA to sRGB in place. For gray profiles, the three color channels of each pixel must be equal.
void bc_color_transform_rgba(const bc_color_transform *transform, uint8_t *rgba, size_t count);

#pragma clang assume_nonnull end

#endif
