// WebP: lossy, lossless, with alpha and animated; the pixels of a region at any scale.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"webp", bc_webp_read_header, bc_webp_decode, 4, NULL, 0, false};
    fuzz_input input = fuzz_open(data, size);
    fuzz_decode(&input, &decoder);
    fuzz_close(&input);
    return 0;
}
