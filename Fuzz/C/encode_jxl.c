// The JPEG XL encoder, of pictures and of animations: any pixels, settings and metadata; the results are read again.
#include "support/encoding.h"

static const fuzz_decoder decoder = {.name = "jxl", .read_header = bc_jxl_read_header, .decode = bc_jxl_decode};

static int32_t animate(uint32_t width, uint32_t height, const uint8_t *pixels, uint32_t flags, bc_jxl_settings settings,
                       bc_metadata metadata, bc_bytes *file, bc_error *error) {
    bc_jxl_writer *animation = bc_jxl_animation_create(width, height, flags >> 4, flags & 1, settings, metadata, error);
    int32_t status = animation ? BC_OK : error->code;
    for (uint32_t frame = 0; status == BC_OK && frame < (flags >> 2) % 4; ++frame) {
        status = bc_jxl_animation_add(animation, pixels, flags >> 4, error);
    }
    if (status == BC_OK) { status = bc_jxl_animation_finish(animation, file, error); }
    if (animation) { bc_jxl_animation_destroy(animation); }
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t width = fuzz_side(&input) % 100, height = fuzz_side(&input) % 100;
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, fuzz_byte(&input));
    const uint32_t flags = fuzz_byte(&input), choice = fuzz_byte(&input);
    const bc_jxl_settings settings = {(int32_t)fuzz_byte(&input) % 100 + 1, choice & 4, 1 + (int32_t)choice % 3};
    const bc_metadata metadata = fuzz_metadata(&input);
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    fuzz_faults_start(choice & 64 ? fuzz_byte(&input) % 8 : 0, choice & 128 ? fuzz_byte(&input) : 0);
    const int32_t status = flags & 2 ? animate(width, height, pixels, flags, settings, metadata, &file, &error)
                                     : bc_jxl_encode(pixels, width, height, settings, metadata, &file, &error);
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "jxl");
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "jxl: went on to the end although it was cancelled");
    if (status == BC_OK) { fuzz_require_read_again(file, &decoder, width, height, NULL); }
    bc_bytes_free(file);
    free(pixels);
    fuzz_close(&input);
    return 0;
}
