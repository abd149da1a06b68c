// Blurs with any sigma, box, border and number of iterations.
#include "CPixelKernels.h"
#include "support/faults.h"
#include "support/pixels.h"

static double number(const fuzz_input *input) {
    double value = 0;
    memcpy(&value, input->file, input->length < sizeof value ? input->length : sizeof value);
    return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    const uint32_t form = fuzz_byte(&input);
    const bool is_gaussian = form & 1;
    const int32_t channels = is_gaussian && form & 2 ? 1 : 4;
    const int32_t width = (int32_t)fuzz_byte(&input), height = (int32_t)fuzz_byte(&input);
    uint8_t *source = fuzz_picture((size_t)width * (size_t)height, (size_t)channels, fuzz_byte(&input));
    const uint32_t amount = fuzz_below(&input, 65536);
    const double sigma = form & 4 ? number(&input) : amount / 256.0;
    const int32_t box = form & 4 ? (int32_t)(amount * 32) - 65536 : (int32_t)(amount % 400);
    const int32_t iterations = (int32_t)(fuzz_byte(&input) % 6);
    const int32_t border = (int32_t)(fuzz_byte(&input) % 3);
    const uint32_t question = fuzz_byte(&input);

    const size_t length = (size_t)width * (size_t)height * (size_t)channels;
    uint8_t *results[2] = {fuzz_filled(length, 0), fuzz_filled(length, 0xFF)};
    int32_t statuses[2];
    for (int run = 0; run < 2; ++run) {
        bc_error error = {0};
        fuzz_faults_start(0, form & 8 ? question : 0);
        statuses[run] = is_gaussian ? bc_gaussian_blur(source, width, height, channels, sigma, border, results[run], &error)
                                    : bc_box_blur(source, width, height, box, iterations, results[run], &error);
        fuzz_require(!fuzz_was_cancelled() || statuses[run] != BC_OK, "blur: completed although it was cancelled");
        fuzz_faults_stop();
        fuzz_require(statuses[run] == BC_OK || statuses[run] == error.code, "blur: %d, reported as %d", statuses[run], error.code);
    }
    fuzz_require(statuses[0] == statuses[1], "blur: two runs ended in %d and %d", statuses[0], statuses[1]);
    if (statuses[0] == BC_OK) {
        fuzz_require_equal(results[0], results[1], length, "blur");
        if (channels == 4) { fuzz_require_premultiplied(results[0], length / 4, "blur"); }
    }
    free(results[0]);
    free(results[1]);
    free(source);
    fuzz_close(&input);
    return 0;
}
