// The PNG encoder with any pixels, level and metadata; decoding must give exactly the same pixels.
#include "support/encoding.h"

static const fuzz_decoder decoder = {.name = "png", .read_header = bc_png_read_header, .decode = bc_png_decode};

/// Writes the picture as both frames of an animation and reads them again.
static void animate(const uint8_t *pixels, uint32_t width, uint32_t height, int32_t level, uint32_t flags, bc_metadata metadata) {
    bc_error error = {0};
    bc_bytes file = {NULL, 0};
    const uint32_t loop_count = flags & 7, frame_count = 2;
    bc_png_animation_writer *writer = bc_png_animation_create(width, height, loop_count, true, level, &error);
    int32_t status = writer ? BC_OK : error.code;
    for (uint32_t frame = 0; status == BC_OK && frame < frame_count; ++frame) {
        status = bc_png_animation_add(writer, pixels, 100 + frame, metadata, &error);
    }
    if (status == BC_OK) { status = bc_png_animation_finish(writer, &file, &error); }
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "animated png");
    if (writer) { bc_png_animation_destroy(writer); }
    if (status != BC_OK) { return; }
    bc_animation_info info = {0};
    bc_png_animation *animation = bc_png_animation_open((bc_span){file.bytes, file.length}, frame_count, NULL, &info, &error);
    fuzz_require(animation && info.frame_count == frame_count && info.loop_count == loop_count, "animated png: not read again: %s",
                 error.message);
    const size_t length = (size_t)width * height * 4;
    uint8_t *again = fuzz_filled(length, 0xAA);
    for (uint32_t frame = 0, duration; frame < frame_count; ++frame) {
        fuzz_require(bc_png_animation_next(animation, again, &duration, &error) == BC_OK, "animated png: no frame: %s", error.message);
        fuzz_require(duration == 100 + frame && memcmp(pixels, again, length) == 0, "animated png: another frame is read");
    }
    free(again);
    bc_png_animation_close(animation);
    bc_bytes_free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t width = fuzz_side(&input), height = fuzz_side(&input);
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, fuzz_byte(&input));
    const uint32_t flags = fuzz_byte(&input);
    const int32_t level = (int32_t)fuzz_byte(&input) % 10;
    const bc_metadata metadata = fuzz_metadata(&input);
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    fuzz_faults_start(flags & 64 ? fuzz_byte(&input) % 8 : 0, flags & 128 ? fuzz_byte(&input) : 0);
    const int32_t status = bc_png_encode(pixels, width, height, level, metadata, &file, &error);
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "png");
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "png: completed although it was cancelled");
    if (status == BC_OK) { fuzz_require_read_again(file, &decoder, width, height, pixels); }
    bc_bytes_free(file);
    fuzz_faults_start(flags & 64 ? flags % 16 : 0, flags & 128 ? flags : 0);
    animate(pixels, width, height, level, flags, metadata);
    free(pixels);
    fuzz_close(&input);
    return 0;
}
