// The PNG encoder with any pixels, level and metadata; decoding must give exactly the same pixels.
#include "support/encoding.h"

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
    if (status == BC_OK) {
        const size_t length = (size_t)width * height * 4;
        uint8_t *again = fuzz_filled(length, 0xAA);
        const bc_region whole = {.shrink = 1, .width = width, .height = height};
        fuzz_require(bc_png_decode((bc_span){file.bytes, file.length}, whole, NULL, again, &error) == BC_OK,
                     "png: cannot be decoded again: %s", error.message);
        fuzz_require(memcmp(pixels, again, length) == 0, "png: decoded to other pixels");
        free(again);
    }
    bc_bytes_free(file);
    free(pixels);
    fuzz_close(&input);
    return 0;
}
