// Resampling: windows of any bit pattern in pictures of any small size.
#include "CPixelKernels.h"
#include "support/pixels.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const int32_t channels = fuzz_byte(&input) & 1 ? 4 : 1;
    const int32_t source_width = (int32_t)fuzz_byte(&input) + 1, source_height = (int32_t)fuzz_byte(&input) + 1;
    const int32_t width = (int32_t)fuzz_byte(&input), height = (int32_t)fuzz_byte(&input);
    const uint32_t seed = fuzz_byte(&input), form = fuzz_byte(&input);
    bc_window window = {0, 0, source_width, source_height};
    if (form & 1) {
        double numbers[4] = {0, 0, 0, 0};
        memcpy(numbers, input.file, input.length < sizeof numbers ? input.length : sizeof numbers);
        window = (bc_window){numbers[0], numbers[1], numbers[2], numbers[3]};
    } else if (form & 2) {
        // Slivers at any position, down to the smallest.
        window.x = source_width * (fuzz_below(&input, 65536) / 65535.0);
        window.y = source_height * (fuzz_below(&input, 65536) / 65535.0);
        const double scale = form & 4 ? 1e-13 : form & 8 ? 1e-6 : 1;
        window.width = (source_width - window.x) * (fuzz_below(&input, 65536) / 65535.0) * scale;
        window.height = (source_height - window.y) * (fuzz_below(&input, 65536) / 65535.0) * (form & 16 ? 1 : scale);
    }
    uint8_t *source = fuzz_picture((size_t)source_width * (size_t)source_height, (size_t)channels, seed);
    const size_t length = (size_t)width * (size_t)height * (size_t)channels;
    uint8_t *first = fuzz_filled(length, 0), *second = fuzz_filled(length, 0xFF);
    bc_error error = {0};
    const int32_t status = bc_resample(source, source_width, source_height, channels, window, first, width, height, &error);
    const int32_t again = bc_resample(source, source_width, source_height, channels, window, second, width, height, &error);
    fuzz_require(status == again && (status == BC_OK || status == error.code), "two runs ended in %d and %d", status, again);
    if (status == BC_OK) {
        fuzz_require_equal(first, second, length, "resample");
        if (channels == 4) { fuzz_require_premultiplied(first, length / 4, "resample"); }
    }
    free(first);
    free(second);
    free(source);
    fuzz_close(&input);
    return 0;
}
