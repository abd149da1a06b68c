// BMP: every depth and coding, from top to bottom and from bottom to top; the pixels of a region at any scale.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"bmp", bc_bmp_read_header, bc_bmp_decode, 4, NULL, 0, true, false};
    fuzz_input input = fuzz_open(data, size);
    fuzz_decode(&input, &decoder);
    bc_bytes_free(bc_bmp_copy_icc_profile((bc_span){input.file, input.length}));
    fuzz_close(&input);
    return 0;
}
