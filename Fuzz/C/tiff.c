// TIFF: header, metadata, smaller pictures, then the pixels of a region at any scale.
#include "support/decoding.h"

/// The place of the smaller picture that the decoder below takes.
static uint64_t place;

static int32_t decode_reduction(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *output, bc_error *error) {
    return bc_tiff_decode_reduction(file, place, region, transform, output, error);
}

static bc_image_header reduction_header;

static int32_t read_reduction_header(bc_span file, bc_image_header *header, bc_error *error) {
    (void)file, (void)error;
    *header = reduction_header;
    return BC_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"tiff", bc_tiff_read_header, bc_tiff_decode, 4, NULL, 0, true, false};
    static const fuzz_decoder reduced = {"tiff reduction", read_reduction_header, decode_reduction, 4, NULL, 0, true, false};
    enum { most_reductions = 16 };
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_tiff_copy_icc_profile(file));
    bc_bytes_free(bc_tiff_copy_xmp(file));
    bc_bytes_free(bc_tiff_copy_exif(file));
    fuzz_decode(&input, &decoder);
    bc_tiff_reduction reductions[most_reductions];
    const uint32_t count = bc_tiff_find_reductions(file, reductions, most_reductions);
    fuzz_require(count <= most_reductions, "tiff: %u reductions", count);
    if (count > 0) {
        const uint32_t chosen = fuzz_byte(&input) % count;
        place = reductions[chosen].place;
        reduction_header = reductions[chosen].header;
        fuzz_decode(&input, &reduced);
    }
    fuzz_close(&input);
    return 0;
}
