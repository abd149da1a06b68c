// WebP: lossy, lossless, with alpha and animated; the pixels of a region at any scale, and all frames of an animation.
#include "support/animating.h"
#include "support/decoding.h"

FUZZ_ANIMATION(webp)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"webp", bc_webp_read_header, bc_webp_decode, 4, NULL, 0, false, false};
    static const fuzz_animation animation = {
        "webp, animated", bc_webp_animation_read_info, open_animation, next_frame, close_animation, 11, 0xFFFFFF,
    };
    fuzz_input input = fuzz_open(data, size);
    fuzz_decode(&input, &decoder);
    fuzz_animate(&input, &animation);
    fuzz_close(&input);
    return 0;
}
