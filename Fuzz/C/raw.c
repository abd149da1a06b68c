// RAW: what LibRaw finds in a file, its preview and metadata, and the pixels of a region at full size. LibRaw 0.20 uses what was on the stack
// where a tag has fewer values than it reads.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"raw", bc_raw_read_header, bc_raw_decode, 4, NULL, 0, false, true};
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_raw_copy_preview(file));
    bc_bytes_free(bc_raw_copy_xmp(file));
    fuzz_decode(&input, &decoder);
    fuzz_close(&input);
    return 0;
}
