// SVG: recognition, the size, and the pixels of a region, smaller and larger than the drawing.
#include "support/decoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // Edges lie elsewhere between the pixels of a part.
    static const fuzz_decoder decoder = {"svg", bc_svg_read_header, bc_svg_decode, 4, NULL, 0, false, false};
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_svg_is_drawing(file);
    fuzz_decode(&input, &decoder);
    const bc_region larger = {.shrink = 1, .magnify = 9, .width = 9, .height = 9};
    uint8_t pixels[9 * 9 * 4];
    bc_error error;
    bc_svg_decode(file, larger, NULL, pixels, &error);
    fuzz_close(&input);
    return 0;
}
