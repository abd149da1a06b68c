// The chunks of an APNG, read from frame to frame without allocating, and each frame as a PNG of its own for libpng.
//
// PNG (third edition), W3C, sections 4.9, 11.3.6 and 13.
#ifndef BOUNDEDCROP_CIMAGECODECS_PNG_FRAMES_H
#define BOUNDEDCROP_CIMAGECODECS_PNG_FRAMES_H

#include "canvas.h"
#include "cicp.h"

#pragma clang assume_nonnull begin

/// A chunk's name as a number: the first letter is the highest byte.
#define BC_PNG_NAME(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

enum {
    bc_png_signature_length = 8,
    /// The length and name before a chunk's data, and the checksum after it.
    bc_png_chunk_head = 8,
    bc_png_chunk_tail = 4,
    bc_png_header_length = 13,
    bc_png_most_palette = 256 * 3,
    bc_png_most_transparency = 256,
    /// The number before the data of an fdAT.
    bc_png_sequence_length = 4,
};

static inline uint32_t bc_png_quad(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline void bc_png_put_quad(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; ++index) { bytes[index] = (uint8_t)(value >> (24 - 8 * index)); }
}

typedef struct {
    uint32_t name, length;
    /// Behind the data is the checksum.
    const uint8_t *data;
} bc_png_chunk;

/// Reads a chunk and moves behind it; false if the file ends before it does.
bool bc_png_take_chunk(bc_span file, size_t *position, bc_png_chunk *chunk);
/// The checksum of name and data.
uint32_t bc_png_checksum(const uint8_t *bytes, size_t length);
/// Whether the checksum is right. Only for short chunks.
bool bc_png_is_sound(const bc_png_chunk *chunk);
/// What a checksum becomes when bytes before the last `length` are replaced, given the checksums of the old and new bytes.
uint32_t bc_png_move_checksum(uint32_t checksum, uint32_t old_start, uint32_t new_start, size_t length);

/// What acTL says.
typedef struct {
    uint32_t frame_count, loop_count;
} bc_png_control;

/// Whether a valid acTL precedes the pixels.
bool bc_png_find_control(bc_span file, bc_png_control *control);
/// Whether a valid cICP of known code points precedes the pixels (11.3.2.6). It takes precedence over profiles.
bool bc_png_find_cicp(bc_span file, bc_cicp *cicp);

/// Whether gAMA and cHRM say other colors than sRGB's, and nothing that takes precedence is there: cICP, iCCP or sRGB (11.3.2).
bool bc_png_find_colorimetry(bc_span file, bc_colorimetry *colorimetry);

typedef struct {
    bc_drawing drawing;
    /// In milliseconds, as written in the file.
    double duration;
    /// Whether the pixels are those of the default image.
    bool is_default;
    /// The position behind its fcTL.
    size_t start;
} bc_png_frame;

typedef struct {
    bc_span file;
    size_t position;
    uint32_t width, height;
    bool has_alpha;
    /// What libpng allocates for a picture of the canvas's size.
    uint64_t decoder_bytes;
    bc_png_control control;
    uint32_t frame_count, next_sequence;
    bool has_default_pixels, has_frame_pixels;
} bc_png_frames;

/// Reads the header with libpng. BC_UNSUPPORTED for a PNG that is not animated, or with more frames than the limit.
int32_t bc_png_frames_open(bc_png_frames *frames, bc_span file, uint32_t frame_limit, bc_error *error);
/// Skips the previous frame's pixels and reads the next frame's control, which lies inside the canvas. BC_END after the last.
int32_t bc_png_frames_next(bc_png_frames *frames, bc_png_frame *frame, bc_error *error);

/// A frame as a PNG of its own, made while it is read: the file's header with the frame's size, palette and transparency, and the pixels.
/// Chunks that the still decoder skips are left out.
typedef struct {
    bc_span file;
    uint8_t head[bc_png_signature_length + 3 * (bc_png_chunk_head + bc_png_chunk_tail) + bc_png_header_length + bc_png_most_palette
                 + bc_png_most_transparency];
    size_t head_length;
    /// IDAT or fdAT.
    uint32_t data_name;
    /// The position of the next chunk in the file.
    size_t position;
    bc_png_chunk chunk;
    enum { bc_png_at_name, bc_png_at_data, bc_png_at_checksum, bc_png_at_end } next;
    const uint8_t *piece;
    size_t piece_length;
    /// What is not in the file in this form.
    uint8_t made[bc_png_chunk_head + bc_png_chunk_tail];
} bc_png_stream;

/// Makes what all frames have in common.
void bc_png_stream_create(bc_png_stream *stream, bc_span file);
void bc_png_stream_start(bc_png_stream *stream, const bc_png_frame *frame);
/// Reads the next bytes; false if there are no more.
bool bc_png_stream_read(bc_png_stream *stream, uint8_t *bytes, size_t length);

/// Decodes it as bc_png_decode does.
int32_t bc_png_decode_stream(bc_png_stream *stream, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                             bc_error *error);

#pragma clang assume_nonnull end

#endif
