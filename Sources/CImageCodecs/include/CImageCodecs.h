// libjpeg-turbo, libpng, libwebp, libavif, libheif, giflib, libtiff and Little CMS with return codes.
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
    /// For a PNG: whether it announces more than one frame. The decoder shows the default image, which need not be one of them.
    bool animated;
    /// For a WebP: whether it uses the lossless codec, whose pixels always include alpha.
    bool lossless;
    /// The maximum memory that the decoder allocates for coefficients, whole pictures and rows, regardless of the region.
    uint64_t working_bytes;
    /// Whether sides and pixels are those of the upright picture: the decoder applies the container's rotation, reflection and crop, and
    /// EXIF's orientation must not be applied again. The container's counts even where EXIF has another.
    bool is_upright;
} bc_image_header;

/// What to decode. The picture is divided into square cells of `shrink` stored pixels (cells at the right and bottom edges may be smaller),
/// with one output pixel per cell. The region is in cells. `shrink` is at most 4096.
typedef struct {
    uint32_t shrink;
    uint32_t x, y, width, height;
    /// Whether to return what can be read of a damaged file; the rest of the output is then zero.
    bool allow_truncated;
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

// MARK: Color

typedef struct bc_color_transform bc_color_transform;

/// Creates a transform from an ICC profile to sRGB; null if the bytes are not a usable profile of this color model.
bc_color_transform *_Nullable bc_color_transform_create(bc_span profile, bc_color_model model);
void bc_color_transform_destroy(bc_color_transform *transform);

/// Converts straight RGBA to sRGB in place. For gray profiles, the three color channels of each pixel must be equal.
void bc_color_transform_rgba(const bc_color_transform *transform, uint8_t *rgba, size_t count);

// MARK: JPEG

/// The version of libjpeg-turbo ("2.1.5").
int32_t bc_jpeg_version(char *text, size_t size, bc_error *error);

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

/// The version of libpng ("1.6.39").
int32_t bc_png_version(char *text, size_t size, bc_error *error);

int32_t bc_png_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded ICC profile, decompressed; empty if there is none or it is damaged.
bc_bytes bc_png_copy_icc_profile(bc_span file);

int32_t bc_png_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                      bc_error *error);

/// An animated PNG whose frames are being read. The file's bytes and the transform must outlive it.
typedef struct bc_png_animation bc_png_animation;

/// Counts the frames without decompressing pixels, and allocates only what libpng needs for a header. More than `frame_limit` frames are
/// BC_UNSUPPORTED, as is a PNG that is not animated. The default image is a frame only if the file says so.
int32_t bc_png_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error);
/// Starts reading; null, with the reason in `error`, if that is not possible. Allocates two canvases at most: check the limits with
/// bc_png_animation_read_info first. The transform is applied to each frame before it is composed.
bc_png_animation *_Nullable bc_png_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *_Nullable transform,
                                                  bc_animation_info *info, bc_error *error);
/// Composes the next frame: premultiplied RGBA of the canvas's size, and how long it is shown, which is 100 ms for frames of less than
/// 11 ms, as in browsers; rounding errors do not add up. BC_END after the last frame. After an error, the animation can only be closed.
int32_t bc_png_animation_next(bc_png_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
void bc_png_animation_close(bc_png_animation *animation);

/// A PNG being written as an animation, each frame as a whole. The file is all that it holds.
typedef struct bc_png_animation_writer bc_png_animation_writer;

/// Starts an animation that is shown `loop_count` times, 0 for ever; null, with the reason in `error`, if that is not possible. Without
/// alpha, frames are written as if they were opaque.
bc_png_animation_writer *_Nullable bc_png_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha,
                                                           int32_t level, bc_error *error);
void bc_png_animation_destroy(bc_png_animation_writer *animation);

/// Adds a frame of the animation's size and how long it is shown. The metadata of the first frame are those of the file.
int32_t bc_png_animation_add(bc_png_animation_writer *animation, const uint8_t *rgba, uint32_t milliseconds, bc_metadata metadata,
                             bc_error *error);
/// Call it once, after the last frame.
int32_t bc_png_animation_finish(bc_png_animation_writer *animation, bc_bytes *output, bc_error *error);

/// `level` is zlib's compression level, 0...9.
int32_t bc_png_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bc_metadata metadata, bc_bytes *output,
                      bc_error *error);

// MARK: WebP

/// The version of libwebp ("1.2.4").
int32_t bc_webp_version(char *text, size_t size, bc_error *error);

int32_t bc_webp_read_header(bc_span file, bc_image_header *header, bc_error *error);

int32_t bc_webp_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                       bc_error *error);

/// `quality` is 0...100; for lossless files it is the effort.
int32_t bc_webp_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t quality, bool lossless, bc_metadata metadata,
                       bc_bytes *output, bc_error *error);

/// An animated WebP whose frames are being read. The file's bytes and the transform must outlive it.
typedef struct bc_webp_animation bc_webp_animation;

/// Counts the frames without decompressing pixels, and allocates nothing. More than `frame_limit` frames are BC_UNSUPPORTED, as is a WebP
/// that is not animated.
int32_t bc_webp_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error);
/// Starts reading; null, with the reason in `error`, if that is not possible. Allocates a canvas: check the limits with
/// bc_webp_animation_read_info first. The transform is applied to each frame before it is composed.
bc_webp_animation *_Nullable bc_webp_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *_Nullable transform,
                                                    bc_animation_info *info, bc_error *error);
/// Composes the next frame: premultiplied RGBA of the canvas's size, and how long it is shown, which is 100 ms for frames of 10 ms or less,
/// as in browsers. BC_END after the last frame. After an error, the animation can only be closed.
int32_t bc_webp_animation_next(bc_webp_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
void bc_webp_animation_close(bc_webp_animation *animation);

/// An animated WebP being written.
typedef struct bc_webp_animation_writer bc_webp_animation_writer;

/// Starts an animation that is shown `loop_count` times, at most 65535, 0 for ever; null, with the reason in `error`, if that is not
/// possible.
bc_webp_animation_writer *_Nullable bc_webp_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, int32_t quality,
                                                             bool lossless, bc_error *error);
void bc_webp_animation_destroy(bc_webp_animation_writer *animation);

/// Adds a frame of the animation's size that is shown from `start`, in milliseconds, which must increase from frame to frame.
int32_t bc_webp_animation_add(bc_webp_animation_writer *animation, const uint8_t *rgba, int32_t start, bc_error *error);

/// Finishes the file; the last frame is shown until `end`, in milliseconds. Nothing can be added afterwards. Equal frames become one, and
/// an animation of one frame becomes a still picture.
int32_t bc_webp_animation_finish(bc_webp_animation_writer *animation, int32_t end, bc_metadata metadata, bc_bytes *output,
                                 bc_error *error);

// MARK: GIF
//
// giflib is opened when pixels are first decoded or encoded: BC_MISSING_LIBRARY if it is not installed. Headers, metadata and frame counts
// are read without it.

/// Opens giflib, and tells the version in the name of its file ("7.2.0"). Call it before entering a sandbox that does not open files.
int32_t bc_gif_version(char *text, size_t size, bc_error *error);

/// Reads the first frame's header. The sides are those of the canvas, which is enlarged for a first frame that reaches outside.
int32_t bc_gif_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded ICC profile (ICCRGBG1012); empty if there is none or it is damaged.
bc_bytes bc_gif_copy_icc_profile(bc_span file);
/// The embedded XMP packet; empty if there is none or it is damaged.
bc_bytes bc_gif_copy_xmp(bc_span file);

/// Decodes the first frame on its canvas, which is transparent where the frame does not cover it.
int32_t bc_gif_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                      bc_error *error);

/// A GIF whose frames are being read. The file's bytes and the transform must outlive it.
typedef struct bc_gif_animation bc_gif_animation;

/// Counts the frames without decompressing pixels, and allocates nothing. More than `frame_limit` frames are BC_UNSUPPORTED.
int32_t bc_gif_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error);
/// Starts reading; null, with the reason in `error`, if that is not possible. Allocates two canvases at most: check the limits with
/// bc_gif_animation_read_info first. The transform is applied to each frame before it is composed.
bc_gif_animation *_Nullable bc_gif_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *_Nullable transform,
                                                  bc_animation_info *info, bc_error *error);
/// Composes the next frame: premultiplied RGBA of the canvas's size, and how long it is shown, which is 100 ms for frames of 10 ms or less,
/// as in browsers. BC_END after the last frame. After an error, the animation can only be closed.
int32_t bc_gif_animation_next(bc_gif_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
void bc_gif_animation_close(bc_gif_animation *animation);

/// A GIF being written. It takes 5 bytes for each pixel of the canvas and about 3 MB, and the file itself, however many frames there are.
typedef struct bc_gif_animation_writer bc_gif_animation_writer;

/// Starts an animation that is shown `loop_count` times, 0 for ever; null, with the reason in `error`, if that is not possible.
/// `colors` is 2...256, with the transparent one. The ICC profile and XMP are written; a GIF has no place for EXIF.
bc_gif_animation_writer *_Nullable bc_gif_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, uint32_t colors,
                                                           bc_metadata metadata, bc_error *error);
void bc_gif_animation_destroy(bc_gif_animation_writer *animation);

/// Adds a frame of the animation's size, premultiplied. Pixels of less than half alpha become transparent, the others opaque. Durations are
/// rounded to hundredths of a second without adding up errors, and are at least two. Frames that change nothing prolong the one before.
int32_t bc_gif_animation_add(bc_gif_animation_writer *animation, const uint8_t *rgba, uint32_t duration_ms, bc_error *error);

/// Finishes the file. Nothing can be added afterwards.
int32_t bc_gif_animation_finish(bc_gif_animation_writer *animation, bc_bytes *output, bc_error *error);

/// Writes a still picture.
int32_t bc_gif_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t colors, bc_metadata metadata, bc_bytes *output,
                      bc_error *error);

// MARK: BMP
//
// Read without a library. A height of either sign; 1, 4 and 8 bits, plain or run-length coded, 16 and 32 with or without masks, and 24.

int32_t bc_bmp_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded ICC profile; empty if there is none or it is damaged.
bc_bytes bc_bmp_copy_icc_profile(bc_span file);

/// Decodes the rows from top to bottom, whichever comes first in the file.
int32_t bc_bmp_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                      bc_error *error);

// MARK: TIFF

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

// MARK: HEIF
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

// MARK: AVIF
//
// libavif is opened by the first call.

/// Opens libavif, and tells its version. Call it before entering a sandbox that does not open files.
int32_t bc_avif_version(char *text, size_t size, bc_error *error);

/// The primary picture, or the first frame of a sequence; sides are after the container's rotation, reflection and crop.
int32_t bc_avif_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded profile, or one made from the file's code points if these are not sRGB; empty otherwise.
bc_bytes bc_avif_copy_icc_profile(bc_span file);
/// A TIFF structure.
bc_bytes bc_avif_copy_exif(bc_span file);
bc_bytes bc_avif_copy_xmp(bc_span file);

/// Decodes the whole picture, and converts only the region. PQ and HLG become sRGB; other colors are for `transform`.
int32_t bc_avif_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// An image sequence being read. The file's bytes and the transform must outlive it.
typedef struct bc_avif_animation bc_avif_animation;

/// Reads the sequence's tables; null, with the reason in `error`, if that is not possible or there are more frames than the limit.
/// PQ and HLG become sRGB; other colors are for `transform`.
bc_avif_animation *_Nullable bc_avif_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *_Nullable transform,
                                                    bc_animation_info *info, bc_error *error);

/// Writes the next frame as premultiplied RGBA of the canvas's size, and its duration. BC_END after the last.
int32_t bc_avif_animation_next(bc_avif_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
void bc_avif_animation_close(bc_avif_animation *animation);

typedef struct {
    /// 1...100, on the scale of JPEG's: the same number gives the same similarity (SSIM) to the original.
    int32_t quality;
    /// 0...10; higher is faster and larger. BC_AVIF_DEFAULT_SPEED is the default.
    int32_t speed;
    bc_subsampling subsampling;
} bc_avif_settings;

enum { BC_AVIF_DEFAULT_SPEED = 9 };

int32_t bc_avif_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_avif_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_error *error);

/// An image sequence being written.
typedef struct bc_avif_writer bc_avif_writer;

/// Whether files say how often a sequence is shown.
bool bc_avif_writes_loop_counts(void);

/// Starts a sequence that is shown `loop_count` times, 0 for ever; null, with the reason in `error`, if that is not possible. Before
/// version 1, libavif cannot write or read the count: the file says nothing, and is shown for ever.
bc_avif_writer *_Nullable bc_avif_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha,
                                                   bc_avif_settings settings, bc_error *error);
void bc_avif_animation_destroy(bc_avif_writer *animation);

/// Adds a frame of the sequence's size that is shown from `start`, in milliseconds, which must increase from frame to frame.
int32_t bc_avif_animation_add(bc_avif_writer *animation, const uint8_t *rgba, int32_t start, bc_error *error);

/// Writes metadata with the sequence. Call it after the first frame was added and before the second.
void bc_avif_animation_set_metadata(bc_avif_writer *animation, bc_metadata metadata);

/// Finishes the file; the last frame is shown until `end`, in milliseconds. Nothing can be added afterwards.
int32_t bc_avif_animation_finish(bc_avif_writer *animation, int32_t end, bc_bytes *output, bc_error *error);

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
