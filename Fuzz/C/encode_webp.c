// The WebP encoder for pictures and animations with any pixels, settings and metadata; lossless files must decode to the same pixels.
#include "support/encoding.h"

static const fuzz_decoder decoder = {.name = "webp", .read_header = bc_webp_read_header, .decode = bc_webp_decode};

static void encode(fuzz_input *input, uint32_t width, uint32_t height, const uint8_t *pixels, uint32_t flags, int32_t quality) {
    const bc_metadata metadata = fuzz_metadata(input);
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    fuzz_faults_start(flags & 64 ? fuzz_byte(input) % 8 : 0, flags & 128 ? fuzz_byte(input) : 0);
    const int32_t status = bc_webp_encode(pixels, width, height, quality, flags & 1, metadata, &file, &error);
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "webp");
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "webp: completed although it was cancelled");
    if (status == BC_OK) { fuzz_require_read_again(file, &decoder, width, height, flags & 1 ? pixels : NULL); }
    bc_bytes_free(file);
}

/// The animation as it is read again; a single frame became a still picture.
static void check_animation(bc_bytes file, uint32_t loop_count) {
    enum { most_frames = 4 };
    bc_animation_info info = {0};
    bc_image_header header = {0};
    bc_error error = {0};
    const bc_span written = {file.bytes, file.length};
    fuzz_require(bc_webp_read_header(written, &header, &error) == BC_OK, "animation: header cannot be read again");
    if (!header.animated) { return; }
    bc_webp_animation *animation = bc_webp_animation_open(written, most_frames, NULL, &info, &error);
    fuzz_require(animation, "animation: cannot be read again: %s", error.message);
    fuzz_require(info.loop_count == loop_count, "animation: shown %u times instead of %u", info.loop_count, loop_count);
    uint8_t *again = fuzz_filled((size_t)info.width * info.height * 4, 0xAA);
    uint32_t duration;
    int32_t status;
    while ((status = bc_webp_animation_next(animation, again, &duration, &error)) == BC_OK) {}
    fuzz_require(status == BC_END, "animation: a frame cannot be read again: %s", error.message);
    free(again);
    bc_webp_animation_close(animation);
}

static void animate(fuzz_input *input, uint32_t width, uint32_t height, const uint8_t *pixels, uint32_t flags, int32_t quality) {
    const bc_metadata metadata = flags & 16 ? fuzz_metadata(input) : (bc_metadata){0};
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    fuzz_faults_start(flags & 64 ? fuzz_byte(input) % 8 : 0, flags & 128 ? fuzz_byte(input) : 0);
    const uint32_t loop_count = (uint32_t)quality;
    bc_webp_animation_writer *animation = bc_webp_animation_create(width, height, loop_count, quality, flags & 1, &error);
    int32_t status = animation ? BC_OK : error.code;
    int32_t time = 0;
    for (uint32_t frame = 0; status == BC_OK && frame < (flags >> 2) % 4; ++frame) {
        status = bc_webp_animation_add(animation, pixels, time, &error);
        time += (int32_t)fuzz_byte(input) - 8;
    }
    if (status == BC_OK) {
        status = bc_webp_animation_finish(animation, time, metadata, &file, &error);
        fuzz_require_reason(status, &error, &file, "animation");
    }
    fuzz_faults_stop();
    if (status == BC_OK) {
        fuzz_require_read_again(file, &decoder, width, height, NULL);
        check_animation(file, loop_count);
    }
    if (animation) { bc_webp_animation_destroy(animation); }
    bc_bytes_free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t width = fuzz_side(&input) % 300, height = fuzz_side(&input) % 300;
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, fuzz_byte(&input));
    const uint32_t flags = fuzz_byte(&input);
    const int32_t quality = (int32_t)fuzz_byte(&input) % 101;
    (flags & 2 ? animate : encode)(&input, width, height, pixels, flags, quality);
    free(pixels);
    fuzz_close(&input);
    return 0;
}
