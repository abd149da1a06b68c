#include "webp_frames.h"

#include <string.h>

enum {
    file_head = 12,
    chunk_head = 8,
    extended_length = 10,
    animation_length = 6,
    frame_head = 16,
    animation_flag = 0x02,
};

typedef struct {
    const uint8_t *name, *data;
    size_t length;
} chunk;

static uint32_t word(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }
static uint32_t triple(const uint8_t *bytes) { return word(bytes) | (uint32_t)bytes[2] << 16; }
static uint32_t quad(const uint8_t *bytes) { return word(bytes) | word(bytes + 2) << 16; }

static bool is_named(const chunk *read, const char *name) { return memcmp(read->name, name, 4) == 0; }

/// Reads a chunk and moves behind it and its padding; false if the bytes end before it does.
static bool take_chunk(bc_span bytes, size_t *position, chunk *read) {
    const uint8_t *start = (const uint8_t *)bytes.bytes + *position;
    size_t rest = bytes.length - *position;
    if (rest < chunk_head) { return false; }
    rest -= chunk_head;
    *read = (chunk){start, start + chunk_head, quad(start + 4)};
    const uint64_t padded = (uint64_t)read->length + read->length % 2;
    if (padded > rest) { return false; }
    *position += chunk_head + (size_t)padded;
    return true;
}

static int32_t report_end(const bc_webp_frames *frames, bc_error *error) {
    return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends too early, after the start of frame %u", frames->file.length,
                     frames->frame_count);
}

int32_t bc_webp_frames_open(bc_webp_frames *frames, bc_span file, bc_error *error) {
    *frames = (bc_webp_frames){.file = file, .position = file_head, .loop_count = 1};
    const uint8_t *head = file.bytes;
    if (file.length < file_head || memcmp(head, "RIFF", 4) != 0 || memcmp(head + 8, "WEBP", 4) != 0) {
        return bc_report(error, BC_MALFORMED, "the file of %zu bytes does not begin with a WebP's header", file.length);
    }
    // What follows the container is ignored.
    const uint64_t end = (uint64_t)quad(head + 4) + chunk_head;
    if (end > file.length || end < file_head) { return report_end(frames, error); }
    frames->file.length = (size_t)end;
    chunk first;
    if (!take_chunk(frames->file, &frames->position, &first)) { return report_end(frames, error); }
    if (!is_named(&first, "VP8X") || first.length < extended_length || (first.data[0] & animation_flag) == 0) {
        return bc_report(error, BC_UNSUPPORTED, "the WebP is not animated");
    }
    frames->width = triple(first.data + 4) + 1;
    frames->height = triple(first.data + 7) + 1;
    if ((uint64_t)frames->width * frames->height > UINT32_MAX) {
        return bc_report(error, BC_MALFORMED, "a canvas of %ux%u pixels is too large for a WebP", frames->width, frames->height);
    }
    return BC_OK;
}

/// Finds the pixels among a frame's chunks: those of the picture, after those of the alpha plane if there are any.
static bool find_picture(bc_span chunks, bc_span *picture) {
    size_t position = 0;
    chunk read;
    if (!take_chunk(chunks, &position, &read)) { return false; }
    const bool has_plane = is_named(&read, "ALPH");
    if (has_plane && !take_chunk(chunks, &position, &read)) { return false; }
    *picture = (bc_span){chunks.bytes, position};
    return is_named(&read, "VP8 ") || (is_named(&read, "VP8L") && !has_plane);
}

static int32_t read_frame(bc_webp_frames *frames, const chunk *read, bc_webp_frame *frame, bc_error *error) {
    const uint32_t number = ++frames->frame_count;
    if (!frames->has_loop_count) { return bc_report(error, BC_MALFORMED, "frame %u precedes the animation's header", number); }
    if (read->length < frame_head) { return bc_report(error, BC_MALFORMED, "frame %u has a header of %zu bytes", number, read->length); }
    const uint8_t *head = read->data;
    const bc_area area = {2 * triple(head), 2 * triple(head + 3), triple(head + 6) + 1, triple(head + 9) + 1};
    if (area.left + area.width > frames->width || area.top + area.height > frames->height) {
        return bc_report(error, BC_MALFORMED, "frame %u of %ux%u pixels at (%u, %u) reaches outside its canvas of %ux%u", number,
                         area.width, area.height, area.left, area.top, frames->width, frames->height);
    }
    bc_span picture;
    WebPBitstreamFeatures features;
    const bool is_found = find_picture((bc_span){head + frame_head, read->length - frame_head}, &picture);
    if (!is_found || WebPGetFeatures(picture.bytes, picture.length, &features) != VP8_STATUS_OK) {
        return bc_report(error, BC_MALFORMED, "frame %u has no pixels, or they are cut short", number);
    }
    if ((uint32_t)features.width != area.width || (uint32_t)features.height != area.height) {
        return bc_report(error, BC_MALFORMED, "frame %u is announced with %ux%u pixels and has %dx%d", number, area.width, area.height,
                         features.width, features.height);
    }
    const uint32_t flags = head[15];
    *frame = (bc_webp_frame){
        .drawing = {area, flags & 1 ? bc_disposal_clear : bc_disposal_keep, features.has_alpha, (flags & 2) == 0},
        .duration = triple(head + 12),
        .picture = picture,
        .working_bytes = bc_webp_decoder_bytes(&features),
    };
    return BC_OK;
}

int32_t bc_webp_frames_next(bc_webp_frames *frames, bc_webp_frame *frame, bc_error *error) {
    while (frames->position < frames->file.length) {
        chunk read;
        if (!take_chunk(frames->file, &frames->position, &read)) { return report_end(frames, error); }
        if (is_named(&read, "ANMF")) { return read_frame(frames, &read, frame, error); }
        if (is_named(&read, "ANIM") && !frames->has_loop_count && read.length >= animation_length) {
            // The background color before it is ignored, as in browsers.
            frames->loop_count = word(read.data + 4);
            frames->has_loop_count = true;
        }
    }
    return frames->frame_count > 0 ? BC_END : bc_report(error, BC_MALFORMED, "the animation contains no frame");
}
