// JPEG 2000: boxes, the codestream's header and metadata, and the pixels of a region at any scale. Rounding depends on the region.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"jp2", bc_jp2_read_header, bc_jp2_decode, 4, NULL, 0, false, false};
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_jp2_copy_icc_profile(file));
    bc_bytes_free(bc_jp2_copy_exif(file));
    bc_bytes_free(bc_jp2_copy_xmp(file));
    bc_bytes_free(bc_jp2_copy_iptc(file));
    fuzz_decode(&input, &decoder);
    fuzz_close(&input);
    return 0;
}
