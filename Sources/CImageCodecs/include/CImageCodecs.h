// libjpeg-turbo, libpng, libwebp and Little CMS with return codes.
//
// libjpeg and libpng report errors by longjmp, which must never cross a Swift frame. Each function here sets its own return point, cleans
// up, and returns BC_OK, or another status with a sentence in the caller's bc_error.
//
// Decoders write tightly packed rows into the caller's memory: premultiplied RGBA, or one byte of luma per pixel.
#ifndef BOUNDEDCROP_CIMAGECODECS_H
#define BOUNDEDCROP_CIMAGECODECS_H

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
    bool animated;
    /// For a WebP: whether it uses the lossless codec, whose pixels always include alpha.
    bool lossless;
    /// The maximum memory that the decoder allocates for coefficients, whole pictures and rows, regardless of the region.
    uint64_t working_bytes;
} bc_image_header;

/// What to decode. The picture is divided into square cells of `shrink` stored pixels (cells at the right and bottom edges may be smaller),
/// with one output pixel per cell. The region is in cells. `shrink` is at most 4096.
typedef struct {
    uint32_t shrink;
    uint32_t x, y, width, height;
    /// Whether to return what can be read of a damaged file; the rest of the output is then zero.
    bool allow_truncated;
} bc_region;

// MARK: Color

typedef struct bc_color_transform bc_color_transform;

/// Creates a transform from an ICC profile to sRGB; null if the bytes are not a usable profile of this color model.
bc_color_transform *_Nullable bc_color_transform_create(bc_span profile, bc_color_model model);
void bc_color_transform_destroy(bc_color_transform *transform);

/// Converts straight RGBA to sRGB in place. For gray profiles, the three color channels of each pixel must be equal.
void bc_color_transform_rgba(const bc_color_transform *transform, uint8_t *rgba, size_t count);

// MARK: JPEG

int32_t bc_jpeg_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// Decodes to RGBA; `shrink` is 1, 2, 4 or 8.
int32_t bc_jpeg_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                       bc_error *error);

/// Decodes to luma without reading the chroma planes; not for CMYK. `shrink` is 1, 2, 4 or 8.
int32_t bc_jpeg_decode_luma(bc_span file, bc_region region, uint8_t *luma, bc_error *error);

typedef enum { BC_SUBSAMPLING_420, BC_SUBSAMPLING_422, BC_SUBSAMPLING_444 } bc_subsampling;

/// Metadata to write in addition to the pixels; empty spans write nothing.
typedef struct {
    bc_span icc_profile, exif, xmp;
} bc_metadata;

typedef struct {
    int32_t quality;
    bool progressive;
    bc_subsampling subsampling;
    uint8_t background[3];
} bc_jpeg_settings;

int32_t bc_jpeg_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_jpeg_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_error *error);

// MARK: PNG

int32_t bc_png_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded ICC profile, decompressed; empty if there is none or it is damaged.
bc_bytes bc_png_copy_icc_profile(bc_span file);

int32_t bc_png_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                      bc_error *error);

/// `level` is zlib's compression level, 0...9.
int32_t bc_png_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bc_metadata metadata, bc_bytes *output,
                      bc_error *error);

// MARK: WebP

int32_t bc_webp_read_header(bc_span file, bc_image_header *header, bc_error *error);

int32_t bc_webp_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                       bc_error *error);

/// `quality` is 0...100; for lossless files it is the effort.
int32_t bc_webp_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t quality, bool lossless, bc_metadata metadata,
                       bc_bytes *output, bc_error *error);

/// An animated WebP being written.
typedef struct bc_webp_animation bc_webp_animation;

/// Starts an animation that repeats forever; null, with the reason in `error`, if that is not possible.
bc_webp_animation *_Nullable bc_webp_animation_create(uint32_t width, uint32_t height, int32_t quality, bool lossless,
                                                      bc_error *error);
void bc_webp_animation_destroy(bc_webp_animation *animation);

/// Adds a frame of the animation's size that is shown from `start`, in milliseconds, which must increase from frame to frame.
int32_t bc_webp_animation_add(bc_webp_animation *animation, const uint8_t *rgba, int32_t start, bc_error *error);

/// Finishes the file; the last frame is shown until `end`, in milliseconds. Nothing can be added afterwards.
int32_t bc_webp_animation_finish(bc_webp_animation *animation, int32_t end, bc_bytes *output, bc_error *error);

// MARK: XML

/// Callbacks of an XML reader. Names are `namespace|local`; attributes are passed as name, value, name, value, ..., null.
typedef struct {
    void *context;
    void (*start)(void *context, const char *name, const char *_Nullable const *_Nonnull attributes);
    void (*end)(void *context);
    void (*text)(void *context, const char *text, int length);
} bc_xml_reader;

/// Reads XML with expat; false if it is not well-formed or declares entities.
bool bc_xml_read(bc_span document, bc_xml_reader reader);

#pragma clang assume_nonnull end

#endif
