// PNG: the header and the profile, then the pixels of a region at any scale, and all frames of an animation.
#include "png_frames.h"
#include "support/animating.h"
#include "support/decoding.h"

FUZZ_ANIMATION(png)

/// Makes the checksums right: otherwise hardly any change of a chunk would be read.
static void repair(fuzz_input *input) {
    const bc_span file = {input->file, input->length};
    size_t position = bc_png_signature_length;
    bc_png_chunk chunk;
    while (position <= file.length && bc_png_take_chunk(file, &position, &chunk)) {
        uint8_t *data = (uint8_t *)(uintptr_t)chunk.data;
        bc_png_put_quad(data + chunk.length, bc_png_checksum(data - 4, (size_t)chunk.length + 4));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"png", bc_png_read_header, bc_png_decode, 4, NULL, 0, true, false};
    static const fuzz_animation animation = {
        "png, animated", bc_png_animation_read_info, open_animation, next_frame, close_animation, 10, 65535001,
    };
    fuzz_input input = fuzz_open(data, size);
    if ((input.settings[fuzz_settings_length - 1] & 2) == 0) { repair(&input); }
    const bc_span file = {input.file, input.length};
    const bc_bytes profile = bc_png_copy_icc_profile(file);
    bc_bytes_free(profile);
    fuzz_decode(&input, &decoder);
    fuzz_animate(&input, &animation);
    fuzz_close(&input);
    return 0;
}
