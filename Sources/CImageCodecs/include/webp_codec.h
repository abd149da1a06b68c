// WebP and its animations, by libwebp.
#ifndef BOUNDEDCROP_CIMAGECODECS_WEBP_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_WEBP_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

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

/// Counts the frames without decompressing pixels, and allocates nothing. More than `frame_limit` frames are BC_LIMIT_EXCEEDED; a WebP that
/// is not animated is BC_UNSUPPORTED.
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

#pragma clang assume_nonnull end

#endif
