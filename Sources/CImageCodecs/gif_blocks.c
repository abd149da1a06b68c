#include <string.h>

#include "gif.h"

enum {
    image_introducer = 0x2C,
    extension_introducer = 0x21,
    trailer = 0x3B,
    graphics_control = 0xF9,
    screen_length = 13,
    image_length = 9,
};

static const uint8_t *bytes_at(const bc_gif_blocks *blocks, size_t position) { return (const uint8_t *)blocks->file.bytes + position; }

static uint32_t word(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }

/// The next bytes; null if the file ends before them.
static const uint8_t *take(bc_gif_blocks *blocks, size_t count) {
    if (blocks->file.length - blocks->position < count) { return NULL; }
    blocks->position += count;
    return bytes_at(blocks, blocks->position - count);
}

static int32_t report_end(const bc_gif_blocks *blocks, bc_error *error) {
    return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends too early, after the start of frame %u", blocks->file.length,
                     blocks->frame_count);
}

bool bc_gif_skip_sub_blocks(bc_gif_blocks *blocks) {
    const uint8_t *length = take(blocks, 1);
    while (length && *length > 0) { length = take(blocks, *length) ? take(blocks, 1) : NULL; }
    return length != NULL;
}

/// Takes the palette that flags announce, if they do.
static bool take_palette(bc_gif_blocks *blocks, uint32_t flags, const uint8_t **palette, uint32_t *count) {
    if ((flags & 0x80) == 0) { return true; }
    *count = 2u << (flags & 7);
    *palette = take(blocks, *count * 3);
    return *palette != NULL;
}

int32_t bc_gif_blocks_open(bc_gif_blocks *blocks, bc_span file, bc_error *error) {
    *blocks = (bc_gif_blocks){.file = file, .loop_count = 1};
    const uint8_t *screen = take(blocks, screen_length);
    if (!screen || (memcmp(screen, "GIF87a", 6) != 0 && memcmp(screen, "GIF89a", 6) != 0)) {
        return bc_report(error, BC_MALFORMED, "the file of %zu bytes does not begin with a GIF's header", file.length);
    }
    blocks->width = word(screen + 6);
    blocks->height = word(screen + 8);
    return take_palette(blocks, screen[10], &blocks->palette, &blocks->color_count) ? BC_OK : report_end(blocks, error);
}

/// Reads NETSCAPE2.0's loop count. The file counts the repetitions after the first time.
static void read_loop_count(bc_gif_blocks *blocks, size_t start) {
    const size_t length = blocks->position - start;
    const uint8_t *extension = bytes_at(blocks, start);
    enum { name_end = 1 + bc_gif_application_name_length };
    if (length < name_end + 4 || extension[0] != bc_gif_application_name_length) { return; }
    if (memcmp(extension + 1, "NETSCAPE2.0", 11) != 0 && memcmp(extension + 1, "ANIMEXTS1.0", 11) != 0) { return; }
    if (extension[name_end] < 3 || (extension[name_end + 1] & 7) != 1) { return; }
    const uint32_t repetitions = word(extension + name_end + 2);
    blocks->loop_count = repetitions == 0 ? 0 : repetitions + 1;
}

static bool read_extension(bc_gif_blocks *blocks, bc_gif_frame *frame) {
    const uint8_t *label = take(blocks, 1);
    const size_t start = blocks->position;
    if (!label || !bc_gif_skip_sub_blocks(blocks)) { return false; }
    const uint8_t *control = bytes_at(blocks, start);
    if (*label == graphics_control && control[0] >= 4) {
        frame->disposal = control[1] >> 2 & 7;
        frame->delay = word(control + 2);
        frame->transparent = control[1] & 1 ? control[4] : bc_gif_opaque;
    }
    if (*label == bc_gif_application) { read_loop_count(blocks, start); }
    return true;
}

static int32_t read_image(bc_gif_blocks *blocks, bc_gif_frame *frame, bc_error *error) {
    const uint32_t number = ++blocks->frame_count;
    frame->number = number;
    frame->start = blocks->position - 1;
    const uint8_t *image = take(blocks, image_length);
    if (!image) { return report_end(blocks, error); }
    frame->left = word(image);
    frame->top = word(image + 2);
    frame->width = word(image + 4);
    frame->height = word(image + 6);
    frame->interlaced = image[8] & 0x40;
    const uint8_t *palette = blocks->palette;
    frame->color_count = blocks->color_count;
    const uint8_t *bits = take_palette(blocks, image[8], &palette, &frame->color_count) ? take(blocks, 1) : NULL;
    if (!bits) { return report_end(blocks, error); }
    if (*bits < 1 || *bits > 8) { return bc_report(error, BC_MALFORMED, "frame %u has pixels of %u bits", number, *bits); }
    // Without a palette, all colors are outside of it.
    frame->palette = palette;
    if (frame->width == 0 || frame->height == 0) {
        return bc_report(error, BC_MALFORMED, "frame %u is %ux%u pixels", number, frame->width, frame->height);
    }
    // As browsers do: the canvas makes room for a first frame that reaches outside, and later ones are clipped.
    const uint32_t right = frame->left + frame->width, bottom = frame->top + frame->height;
    if (number == 1 && right > blocks->width) { blocks->width = right; }
    if (number == 1 && bottom > blocks->height) { blocks->height = bottom; }
    if (frame->width > blocks->width || frame->height > blocks->height) {
        // Its pixels would take time that the canvas's size does not tell.
        return bc_report(error, BC_MALFORMED, "frame %u of %ux%u pixels is larger than its canvas of %ux%u", number, frame->width,
                         frame->height, blocks->width, blocks->height);
    }
    return BC_OK;
}

int32_t bc_gif_blocks_next(bc_gif_blocks *blocks, bc_gif_frame *frame, bc_error *error) {
    *frame = (bc_gif_frame){.transparent = bc_gif_opaque};
    if (blocks->frame_count > 0 && !bc_gif_skip_sub_blocks(blocks)) { return report_end(blocks, error); }
    while (true) {
        const uint8_t *introducer = take(blocks, 1);
        if (introducer && *introducer == image_introducer) { return read_image(blocks, frame, error); }
        if (introducer && *introducer == extension_introducer) {
            if (!read_extension(blocks, frame)) { return report_end(blocks, error); }
            continue;
        }
        // Anything else ends the file, as in browsers: many files have no trailer, or padding.
        if (blocks->frame_count > 0) { return BC_END; }
        return bc_report(error, BC_MALFORMED, "the file of %zu bytes contains no frame", blocks->file.length);
    }
}

void bc_gif_palette(const bc_gif_frame *frame, uint8_t *rgba) {
    for (uint32_t index = 0; index < bc_gif_most_colors; ++index) {
        const bool is_known = index < frame->color_count, is_transparent = (int32_t)index == frame->transparent;
        for (uint32_t channel = 0; channel < 3; ++channel) {
            rgba[index * 4 + channel] = is_known && !is_transparent ? frame->palette[index * 3 + channel] : 0;
        }
        rgba[index * 4 + 3] = is_transparent ? 0 : 255;
    }
}
