// ICC profiles: a transform is created from them and applied.
#include "CImageCodecs.h"
#include "internal.h"
#include "support/pixels.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const bc_color_model model = (bc_color_model)(fuzz_byte(&input) % 3);
    const uint32_t seed = fuzz_byte(&input);
    const size_t count = 1 + fuzz_below(&input, 700);
    bc_color_transform *transform = bc_color_transform_create((bc_span){input.file, input.length}, model);
    if (transform) {
        uint8_t *pixels = fuzz_picture(count, 4, seed);
        uint8_t *original = fuzz_filled(count * 4, 0);
        memcpy(original, pixels, count * 4);
        if (model == BC_COLOR_CMYK) {
            bc_cmyk_to_rgba(transform, original, pixels, count);
        } else {
            bc_color_transform_rgba(transform, pixels, count);
        }
        for (size_t index = 0; index < count; ++index) {
            const uint8_t alpha = model == BC_COLOR_CMYK ? 255 : original[index * 4 + 3];
            fuzz_require(pixels[index * 4 + 3] == alpha, "the profile changed alpha from %u to %u", alpha, pixels[index * 4 + 3]);
        }
        free(original);
        free(pixels);
        bc_color_transform_destroy(transform);
    }
    fuzz_close(&input);
    return 0;
}
