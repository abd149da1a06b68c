#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"
#include "png_frames.h"

enum { control_length = 8, frame_control_length = 26, end_length = 12 };

struct bc_png_animation_writer {
    bc_bytes written;
    size_t capacity;
    /// Where the chunk is that says how many frames there are.
    size_t control;
    uint32_t width, height, loop_count, frame_count;
    /// The number of the next chunk of a frame.
    uint32_t sequence;
    int32_t level;
    bool has_alpha;
};

bc_png_animation_writer *bc_png_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha, int32_t level,
                                                 bc_error *error) {
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX) {
        bc_report(error, BC_UNSUPPORTED, "an animation of %ux%u pixels cannot be a PNG", width, height);
        return NULL;
    }
    bc_png_animation_writer *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    *animation = (bc_png_animation_writer){
        .width = width, .height = height, .loop_count = loop_count, .level = level, .has_alpha = has_alpha};
    return animation;
}

void bc_png_animation_destroy(bc_png_animation_writer *animation) {
    free(animation->written.bytes);
    free(animation);
}

static bool make_room(bc_png_animation_writer *animation, size_t length) {
    if (length <= animation->capacity - animation->written.length) { return true; }
    const size_t capacity = animation->capacity + animation->capacity / 2 + length;
    uint8_t *grown = realloc(animation->written.bytes, capacity);
    if (!grown) { return false; }
    animation->written.bytes = grown;
    animation->capacity = capacity;
    return true;
}

static void append(bc_png_animation_writer *animation, const uint8_t *bytes, size_t length) {
    memcpy(animation->written.bytes + animation->written.length, bytes, length);
    animation->written.length += length;
}

/// Appends a chunk of a number, if there is one, and data. There must be room.
static void append_chunk(bc_png_animation_writer *animation, uint32_t name, const uint32_t *_Nullable number, const uint8_t *data,
                         size_t length) {
    uint8_t *start = animation->written.bytes + animation->written.length;
    const size_t head = number ? sizeof *number : 0;
    bc_png_put_quad(start, (uint32_t)(head + length));
    bc_png_put_quad(start + 4, name);
    if (number) { bc_png_put_quad(start + bc_png_chunk_head, *number); }
    memcpy(start + bc_png_chunk_head + head, data, length);
    bc_png_put_quad(start + bc_png_chunk_head + head + length, bc_png_checksum(start + 4, 4 + head + length));
    animation->written.length += bc_png_chunk_head + head + length + bc_png_chunk_tail;
}

/// A duration is a fraction of two numbers of 16 bits, in seconds.
static void put_duration(uint8_t *bytes, uint32_t milliseconds) {
    uint32_t count = milliseconds, per_second = 1000;
    while (count > UINT16_MAX && per_second > 1) {
        count /= 10;
        per_second /= 10;
    }
    bc_png_put_quad(bytes, (count > UINT16_MAX ? UINT16_MAX : count) << 16 | per_second);
}

/// Each frame is whole, and replaces what was shown (PNG, third edition, 11.3.6.2).
static void append_frame_control(bc_png_animation_writer *animation, uint32_t milliseconds) {
    uint8_t control[frame_control_length] = {0};
    bc_png_put_quad(control + 4, animation->width);
    bc_png_put_quad(control + 8, animation->height);
    put_duration(control + 20, milliseconds);
    append_chunk(animation, BC_PNG_NAME('f', 'c', 'T', 'L'), &animation->sequence, control + 4, sizeof control - 4);
    ++animation->sequence;
}

/// Appends a frame that was written as a picture of its own: the first with all that precedes its pixels, others the pixels only.
static void append_frame(bc_png_animation_writer *animation, bc_span picture, uint32_t milliseconds) {
    const bool is_first = animation->frame_count == 0;
    const uint32_t pixels = BC_PNG_NAME('I', 'D', 'A', 'T');
    size_t position = bc_png_signature_length;
    bc_png_chunk chunk;
    bool has_pixels = false;
    if (is_first) { append(animation, picture.bytes, bc_png_signature_length); }
    while (bc_png_take_chunk(picture, &position, &chunk) && chunk.name != BC_PNG_NAME('I', 'E', 'N', 'D')) {
        if (chunk.name == pixels && !has_pixels) {
            has_pixels = true;
            if (is_first) {
                const uint8_t unknown[control_length] = {0};
                animation->control = animation->written.length;
                append_chunk(animation, BC_PNG_NAME('a', 'c', 'T', 'L'), NULL, unknown, sizeof unknown);
            }
            append_frame_control(animation, milliseconds);
        }
        if (is_first) {
            append(animation, chunk.data - bc_png_chunk_head, bc_png_chunk_head + (size_t)chunk.length + bc_png_chunk_tail);
        } else if (chunk.name == pixels) {
            append_chunk(animation, BC_PNG_NAME('f', 'd', 'A', 'T'), &animation->sequence, chunk.data, chunk.length);
            ++animation->sequence;
        }
    }
    ++animation->frame_count;
}

int32_t bc_png_animation_add(bc_png_animation_writer *animation, const uint8_t *rgba, uint32_t milliseconds, bc_metadata metadata,
                             bc_error *error) {
    const bool is_first = animation->frame_count == 0;
    bc_bytes picture;
    const int32_t status = bc_png_encode_with_alpha(rgba, animation->width, animation->height, animation->level, animation->has_alpha,
                                                    is_first ? metadata : (bc_metadata){0}, &picture, error);
    if (status != BC_OK) { return status; }
    // An IDAT chunk, of which libpng fills 8 KiB, grows by its number.
    const size_t most = picture.length + picture.length / 1024 + 256;
    const bool has_room = make_room(animation, most);
    if (has_room) { append_frame(animation, (bc_span){picture.bytes, picture.length}, milliseconds); }
    bc_bytes_free(picture);
    return has_room ? BC_OK : bc_report_out_of_memory(error);
}

int32_t bc_png_animation_finish(bc_png_animation_writer *animation, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (animation->frame_count == 0) { return bc_report(error, BC_FAILED, "an animation needs a frame"); }
    if (!make_room(animation, end_length)) { return bc_report_out_of_memory(error); }
    const uint8_t nothing[1] = {0};
    append_chunk(animation, BC_PNG_NAME('I', 'E', 'N', 'D'), NULL, nothing, 0);
    uint8_t *control = animation->written.bytes + animation->control + bc_png_chunk_head;
    bc_png_put_quad(control, animation->frame_count);
    bc_png_put_quad(control + 4, animation->loop_count);
    bc_png_put_quad(control + control_length, bc_png_checksum(control - 4, 4 + control_length));
    *output = animation->written;
    animation->written = (bc_bytes){NULL, 0};
    animation->capacity = 0;
    return BC_OK;
}
