// GIF and its animations, by giflib.
#ifndef BOUNDEDCROP_CIMAGECODECS_GIF_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_GIF_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

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

/// Counts the frames without decompressing pixels, and allocates nothing. More than `frame_limit` frames are BC_LIMIT_EXCEEDED.
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

#pragma clang assume_nonnull end

#endif
