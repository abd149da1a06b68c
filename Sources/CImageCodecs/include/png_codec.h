// PNG and its animations, by libpng.
#ifndef BOUNDEDCROP_CIMAGECODECS_PNG_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_PNG_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

/// The version of libpng ("1.6.39").
int32_t bc_png_version(char *text, size_t size, bc_error *error);

int32_t bc_png_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded ICC profile, decompressed, or one made of what other chunks say of colors; empty if there is none or it is damaged.
bc_bytes bc_png_copy_icc_profile(bc_span file);

int32_t bc_png_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                      bc_error *error);

/// An animated PNG whose frames are being read. The file's bytes and the transform must outlive it.
typedef struct bc_png_animation bc_png_animation;

/// Counts the frames without decompressing pixels, and allocates only what libpng needs for a header. More than `frame_limit` frames are
/// BC_LIMIT_EXCEEDED; a PNG that is not animated is BC_UNSUPPORTED. The default image is a frame only if the file says so.
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

#pragma clang assume_nonnull end

#endif
