// JPEG: the header, then the pixels or luma of a region at one of libjpeg's scales.
#include "support/decoding.h"

static int32_t decode_luma(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *output, bc_error *error) {
    (void)transform;
    return bc_jpeg_decode_luma(file, region, output, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t shrinks[] = {1, 2, 4, 8};
    static const fuzz_decoder colour = {"jpeg", bc_jpeg_read_header, bc_jpeg_decode, 4, shrinks, 4, true, false};
    static const fuzz_decoder luma = {"jpeg luma", bc_jpeg_read_header, decode_luma, 1, shrinks, 4, true, false};
    fuzz_input input = fuzz_open(data, size);
    fuzz_decode(&input, fuzz_byte(&input) & 1 ? &luma : &colour);
    fuzz_close(&input);
    return 0;
}
