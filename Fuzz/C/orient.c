// Orientations and subject maps in pictures of any small size. Turning a picture there and back must restore it.
#include "COpenCV.h"
#include "CPixelKernels.h"
#include "support/pixels.h"

static void turn(const uint8_t *source, int32_t width, int32_t height, int32_t channels, int32_t orientation) {
    const size_t length = (size_t)width * (size_t)height * (size_t)channels;
    uint8_t *first = fuzz_filled(length, 0), *second = fuzz_filled(length, 0xFF);
    bc_error error = {0};
    const int32_t status = bc_orient(source, width, height, channels, orientation, first, &error);
    fuzz_require(status == bc_orient(source, width, height, channels, orientation, second, &error), "orient: another status when repeated");
    const bool is_one = width > 0 && height > 0 && orientation >= 1 && orientation <= 8;
    fuzz_require((status == BC_OK) == is_one, "orient: status %d for %dx%d, orientation %d", status, width, height, orientation);
    if (status == BC_OK) {
        fuzz_require_equal(first, second, length, "orient");
        const bool swaps = orientation >= 5;
        const int32_t back = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation;
        fuzz_require(bc_orient(first, swaps ? height : width, swaps ? width : height, channels, back, second, &error) == BC_OK &&
                         memcmp(source, second, length) == 0,
                     "orient: %d and back changes the picture", orientation);
        // `second` equals the source again.
        fuzz_require((bc_orient(second, width, height, channels, orientation, second, &error) == BC_OK) == !swaps &&
                         (swaps || memcmp(first, second, length) == 0),
                     "orient: %d in place gives another picture", orientation);
    }
    free(first);
    free(second);
}

static void map_subject(const uint8_t *rgba, int32_t width, int32_t height, int32_t columns, int32_t rows) {
    const size_t length = (size_t)columns * (size_t)rows * sizeof(float);
    uint8_t *first = fuzz_filled(length, 0), *second = fuzz_filled(length, 0xFF);
    bc_error error = {0};
    const int32_t status = bc_subject_map(rgba, width, height, (float *)(void *)first, columns, rows, &error);
    const int32_t again = bc_subject_map(rgba, width, height, (float *)(void *)second, columns, rows, &error);
    fuzz_require(status == again, "subject map: two runs ended in %d and %d", status, again);
    if (status == BC_OK) {
        fuzz_require_equal(first, second, length, "subject map");
        for (size_t index = 0; index < length / sizeof(float); ++index) {
            const float value = ((const float *)(const void *)first)[index];
            fuzz_require(value == value && value >= 0, "subject map: cell %zu is %g", index, (double)value);
        }
    }
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t form = fuzz_byte(&input);
    const int32_t channels = form & 1 ? 4 : 1;
    const int32_t width = (int32_t)fuzz_byte(&input), height = (int32_t)fuzz_byte(&input);
    uint8_t *source = fuzz_picture((size_t)width * (size_t)height, (size_t)channels, fuzz_byte(&input));
    if (form & 2) {
        turn(source, width, height, channels, (int32_t)(fuzz_byte(&input) % 12) - 1);
    } else if (channels == 4) {
        map_subject(source, width, height, (int32_t)fuzz_byte(&input), (int32_t)fuzz_byte(&input));
    }
    free(source);
    fuzz_close(&input);
    return 0;
}
