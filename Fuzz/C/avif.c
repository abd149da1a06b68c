// AVIF: items, header and metadata, the pixels of a region at any scale, and the frames of a sequence.
#include "support/decoding.h"
#include "support/pixels.h"
#include "support/profiles.h"

static void animate(bc_span file, const bc_color_transform *transform) {
    enum { most_frames = 8, most_pixels = 250000 };
    bc_error error = {0};
    bc_animation_info info = {0};
    bc_avif_animation *animation = bc_avif_animation_open(file, most_frames, transform, &info, &error);
    if (!animation) {
        fuzz_require(error.code != BC_OK && error.message[0] != 0, "sequence: not opened, without a reason");
        return;
    }
    fuzz_require(info.frame_count <= most_frames, "sequence: %u frames", info.frame_count);
    const uint64_t count = (uint64_t)info.width * info.height;
    uint8_t *pixels = count <= most_pixels ? fuzz_filled((size_t)count * 4, 0) : NULL;
    int32_t status = pixels ? BC_OK : BC_END;
    for (uint32_t frame = 0; status == BC_OK; ++frame) {
        uint32_t duration = 0;
        status = bc_avif_animation_next(animation, pixels, &duration, &error);
        if (status == BC_OK) { fuzz_require_premultiplied(pixels, (size_t)count, "sequence"); }
        fuzz_require(status != BC_OK || frame < info.frame_count, "sequence: more frames than it has");
    }
    free(pixels);
    bc_avif_animation_close(animation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"avif", bc_avif_read_header, bc_avif_decode, 4, NULL, 0, true, false};
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_avif_copy_icc_profile(file));
    bc_bytes_free(bc_avif_copy_exif(file));
    bc_bytes_free(bc_avif_copy_xmp(file));
    fuzz_decode(&input, &decoder);
    animate(file, fuzz_byte(&input) & 1 ? fuzz_transform(BC_COLOR_RGB) : NULL);
    fuzz_close(&input);
    return 0;
}
