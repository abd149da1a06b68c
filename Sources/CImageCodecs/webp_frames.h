// The chunks of an animated WebP, read from frame to frame without allocating.
#ifndef BOUNDEDCROP_CIMAGECODECS_WEBP_FRAMES_H
#define BOUNDEDCROP_CIMAGECODECS_WEBP_FRAMES_H

#include <webp/decode.h>

#include "canvas.h"

#pragma clang assume_nonnull begin

typedef struct {
    bc_drawing drawing;
    /// As written in the file, in milliseconds.
    uint32_t duration;
    /// The chunks of its pixels, which libwebp decodes like a file.
    bc_span picture;
    /// What libwebp allocates to decode it.
    uint64_t working_bytes;
} bc_webp_frame;

typedef struct {
    bc_span file;
    size_t position;
    uint32_t width, height;
    uint32_t frame_count;
    /// How often the animation is shown, 0 for ever.
    uint32_t loop_count;
    bool has_loop_count;
} bc_webp_frames;

/// BC_UNSUPPORTED for a WebP that is not animated.
int32_t bc_webp_frames_open(bc_webp_frames *frames, bc_span file, bc_error *error);
/// Reads the next frame, which lies inside the canvas. BC_END after the last.
int32_t bc_webp_frames_next(bc_webp_frames *frames, bc_webp_frame *frame, bc_error *error);

/// What libwebp allocates to decode a picture into memory of the caller's.
uint64_t bc_webp_decoder_bytes(const WebPBitstreamFeatures *features);
/// Decodes a frame to straight RGBA, in tightly packed rows.
int32_t bc_webp_decode_frame(const bc_webp_frame *frame, uint8_t *rgba, bc_error *error);

#pragma clang assume_nonnull end

#endif
