// Icons: bitmaps with masks, and PNG.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"ico", bc_ico_read_header, bc_ico_decode, 4, NULL, 0, true, false};
    fuzz_input input = fuzz_open(data, size);
    fuzz_decode(&input, &decoder);
    bc_bytes_free(bc_ico_copy_icc_profile((bc_span){input.file, input.length}));
    fuzz_close(&input);
    return 0;
}
