// The GIF encoder, of pictures and of animations: any pixels, settings and metadata. What is read again is transparent where it was, at
// every moment.
#include "support/encoding.h"

enum { most_frames = 5 };

typedef struct {
    uint32_t width, height, count;
    uint8_t *pixels[most_frames];
    uint32_t durations[most_frames];
} frames;

static bool is_opaque(const uint8_t *pixels, size_t index) { return pixels[index * 4 + 3] >= 128; }

/// The frame that is shown at this time.
static const uint8_t *frame_at(const frames *shown, uint64_t time) {
    uint32_t index = 0;
    for (; index + 1 < shown->count && time >= shown->durations[index]; ++index) { time -= shown->durations[index]; }
    return shown->pixels[index];
}

static void check(bc_bytes file, const frames *shown, uint32_t loop_count) {
    bc_error error = {0};
    bc_animation_info info = {0};
    const bc_span written = {file.bytes, file.length};
    bc_gif_animation *animation = bc_gif_animation_open(written, most_frames, NULL, &info, &error);
    fuzz_require(animation, "gif: not read again: %s", error.message);
    fuzz_require(info.width == shown->width && info.height == shown->height, "gif: another size is read");
    fuzz_require(info.loop_count == loop_count, "gif: shown %u times, not %u", info.loop_count, loop_count);
    const size_t pixels = (size_t)shown->width * shown->height;
    uint8_t *again = fuzz_filled(pixels * 4, 0xAA);
    uint64_t time = 0;
    uint32_t duration;
    int32_t status;
    while ((status = bc_gif_animation_next(animation, again, &duration, &error)) == BC_OK) {
        const uint8_t *wanted = frame_at(shown, time);
        for (size_t index = 0; index < pixels; ++index) {
            fuzz_require((again[index * 4 + 3] == 255) == is_opaque(wanted, index), "gif: pixel %zu at %llu ms", index,
                         (unsigned long long)time);
        }
        time += duration;
    }
    fuzz_require(status == BC_END, "gif: not decoded again: %s", error.message);
    for (uint32_t index = 0; index < shown->count; ++index) { time -= shown->durations[index]; }
    fuzz_require(time == 0, "gif: another duration is read");
    free(again);
    bc_gif_animation_close(animation);
}

/// Another frame, or the one before with something else in a part of it.
static uint8_t *next_frame(fuzz_input *input, const frames *before) {
    const size_t pixels = (size_t)before->width * before->height;
    const uint32_t number = fuzz_byte(input);
    uint8_t *made = fuzz_picture(pixels, 4, number);
    if (before->count > 0 && number & 64) {
        const size_t start = pixels * (number & 7) / 8, end = pixels * ((number >> 3 & 7) + 1) / 8;
        const uint8_t *last = before->pixels[before->count - 1];
        for (size_t index = 0; index < pixels; ++index) {
            if (index < start || index >= end) { memcpy(made + index * 4, last + index * 4, 4); }
        }
    }
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    frames shown = {.width = fuzz_side(&input) % 100, .height = fuzz_side(&input) % 100};
    const uint32_t flags = fuzz_byte(&input), colors = fuzz_byte(&input) + 1, loop_count = flags >> 4 & 3;
    const bc_metadata metadata = fuzz_metadata(&input);
    const uint32_t allocation = flags & 1 ? fuzz_byte(&input) % 12 : 0, question = flags & 2 ? fuzz_byte(&input) : 0;
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    bc_gif_animation_writer *animation = NULL;
    int32_t status = BC_OK;
    fuzz_faults_start(allocation, question);
    animation = bc_gif_animation_create(shown.width, shown.height, loop_count, colors, metadata, &error);
    status = animation ? BC_OK : error.code;
    for (uint32_t frame = 0; status == BC_OK && frame < 1 + (flags >> 2 & 3); ++frame) {
        shown.pixels[frame] = next_frame(&input, &shown);
        shown.durations[frame] = (2 + frame) * 10;
        ++shown.count;
        status = bc_gif_animation_add(animation, shown.pixels[frame], shown.durations[frame], &error);
    }
    if (status == BC_OK) { status = bc_gif_animation_finish(animation, &file, &error); }
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "gif");
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "gif: went on to the end although it was cancelled");
    if (status == BC_OK) { check(file, &shown, loop_count); }
    if (animation) { bc_gif_animation_destroy(animation); }
    for (uint32_t frame = 0; frame < shown.count; ++frame) { free(shown.pixels[frame]); }
    bc_bytes_free(file);
    fuzz_close(&input);
    return 0;
}
