// PNG: the header and the profile, then the pixels of a region at any scale.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"png", bc_png_read_header, bc_png_decode, 4, NULL, 0, true};
    fuzz_input input = fuzz_open(data, size);
    const bc_bytes profile = bc_png_copy_icc_profile((bc_span){input.file, input.length});
    bc_bytes_free(profile);
    fuzz_decode(&input, &decoder);
    fuzz_close(&input);
    return 0;
}
