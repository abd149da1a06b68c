// GIF: the first frame as a picture, its metadata, and all frames as an animation.
#include "support/animating.h"
#include "support/decoding.h"

FUZZ_ANIMATION(gif)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"gif", bc_gif_read_header, bc_gif_decode, 4, NULL, 0, true, false};
    static const fuzz_animation animation = {
        "gif, animated", bc_gif_animation_read_info, open_animation, next_frame, close_animation, 20, 655350,
    };
    fuzz_input input = fuzz_open(data, size);
    fuzz_decode(&input, &decoder);
    fuzz_animate(&input, &animation);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_gif_copy_icc_profile(file));
    bc_bytes_free(bc_gif_copy_xmp(file));
    fuzz_close(&input);
    return 0;
}
