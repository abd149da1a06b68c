// The JPEG encoder with any pixels, settings and metadata; its output is decoded again.
#include "support/encoding.h"

static const fuzz_decoder decoder = {.name = "jpeg", .read_header = bc_jpeg_read_header, .decode = bc_jpeg_decode};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t width = fuzz_side(&input), height = fuzz_side(&input);
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, fuzz_byte(&input));
    const uint32_t flags = fuzz_byte(&input);
    const bc_jpeg_settings settings = {
        .quality = (int32_t)fuzz_byte(&input) % 100 + 1,
        .progressive = flags & 1,
        .subsampling = (bc_subsampling)((flags >> 1) % 3),
        .background = {(uint8_t)fuzz_byte(&input), (uint8_t)fuzz_byte(&input), (uint8_t)fuzz_byte(&input)},
    };
    const bc_metadata metadata = fuzz_metadata(&input);
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    fuzz_faults_start(flags & 64 ? fuzz_byte(&input) % 8 : 0, flags & 128 ? fuzz_byte(&input) : 0);
    const int32_t status = bc_jpeg_encode(pixels, width, height, settings, metadata, &file, &error);
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "jpeg");
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "jpeg: completed although it was cancelled");
    if (status == BC_OK) { fuzz_require_read_again(file, &decoder, width, height, NULL); }
    bc_bytes_free(file);
    free(pixels);
    fuzz_close(&input);
    return 0;
}
