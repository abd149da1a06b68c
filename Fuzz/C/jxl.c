// JPEG XL: boxes, header and metadata, the pixels of a region at any scale, and all frames of an animation.
#include "support/animating.h"
#include "support/decoding.h"

FUZZ_ANIMATION(jxl)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"jxl", bc_jxl_read_header, bc_jxl_decode, 4, NULL, 0, true, false};
    static const fuzz_animation animation = {
        "jxl, animated", bc_jxl_animation_read_info, open_animation, next_frame, close_animation, 11, 0xFFFFFFFF,
    };
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_jxl_copy_icc_profile(file));
    bc_bytes_free(bc_jxl_copy_exif(file));
    bc_bytes_free(bc_jxl_copy_xmp(file));
    fuzz_decode(&input, &decoder);
    fuzz_animate(&input, &animation);
    fuzz_close(&input);
    return 0;
}
