// The AVIF encoder, of pictures and of sequences: any pixels, settings and metadata; the results are read again.
#include "support/encoding.h"

static const fuzz_decoder decoder = {.name = "avif", .read_header = bc_avif_read_header, .decode = bc_avif_decode};

static int32_t animate(uint32_t width, uint32_t height, const uint8_t *pixels, uint32_t flags, bc_avif_settings settings, bc_bytes *file,
                       bc_error *error) {
    bc_avif_writer *animation = bc_avif_animation_create(width, height, flags >> 4, flags & 1, settings, error);
    int32_t status = animation ? BC_OK : error->code, time = 0;
    for (uint32_t frame = 0; status == BC_OK && frame < (flags >> 2) % 4; ++frame) {
        status = bc_avif_animation_add(animation, pixels, time, error);
        time += (int32_t)(flags >> 4) - 2;
    }
    if (status == BC_OK) { status = bc_avif_animation_finish(animation, time, file, error); }
    if (animation) { bc_avif_animation_destroy(animation); }
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t width = fuzz_side(&input) % 100, height = fuzz_side(&input) % 100;
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, fuzz_byte(&input));
    const uint32_t flags = fuzz_byte(&input), choice = fuzz_byte(&input);
    const bc_avif_settings settings = {(int32_t)fuzz_byte(&input) % 100 + 1, 8 + (int32_t)choice % 3, (bc_subsampling)(choice / 4 % 3)};
    const bc_metadata metadata = fuzz_metadata(&input);
    bc_bytes file = {NULL, 0};
    bc_error error = {0};
    fuzz_faults_start(choice & 64 ? fuzz_byte(&input) % 8 : 0, choice & 128 ? fuzz_byte(&input) : 0);
    const int32_t status = flags & 2 ? animate(width, height, pixels, flags, settings, &file, &error)
                                     : bc_avif_encode(pixels, width, height, settings, metadata, &file, &error);
    fuzz_faults_stop();
    fuzz_require_reason(status, &error, &file, "avif");
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "avif: went on to the end although it was cancelled");
    if (status == BC_OK) { fuzz_require_read_again(file, &decoder, width, height, NULL); }
    bc_bytes_free(file);
    free(pixels);
    fuzz_close(&input);
    return 0;
}
