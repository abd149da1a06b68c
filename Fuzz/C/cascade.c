// User-supplied cascades: built from any bytes, run on a small plane.
#include <math.h>

#include "COpenCV.h"
#include "support/faults.h"
#include "support/pixels.h"

static void look(bc_cascade *cascade, fuzz_input *input) {
    const int32_t width = (int32_t)fuzz_byte(input), height = (int32_t)fuzz_byte(input);
    uint8_t *plane = fuzz_picture((size_t)width * (size_t)height, 1, fuzz_byte(input));
    const double factors[] = {1.1, 1.5, 3, 1, NAN, 1e300};
    const bc_cascade_settings settings = {
        .scale_factor = factors[fuzz_byte(input) % 6],
        .minimum_neighbors = (int32_t)fuzz_byte(input) % 5 - 1,
        .smallest_side = (int32_t)fuzz_byte(input) - 4,
        .largest_side = 0,
    };
    const size_t capacity = fuzz_below(input, 300);
    bc_detection *found = (bc_detection *)(void *)fuzz_filled(capacity * sizeof(bc_detection), 0xFF);
    size_t count = 0;
    bc_error error = {0};
    const uint32_t question = fuzz_byte(input);
    fuzz_faults_start(0, question);
    const int32_t status = bc_cascade_detect(cascade, plane, width, height, settings, found, capacity, &count, &error);
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "cascade: completed although it was cancelled");
    fuzz_faults_stop();
    fuzz_require(count <= capacity, "cascade: %zu detections in space for %zu", count, capacity);
    for (size_t index = 0; status == BC_OK && index < count; ++index) {
        const bc_detection place = found[index];
        fuzz_require(place.x >= 0 && place.y >= 0 && place.width > 0 && place.height > 0 && place.x + place.width <= width &&
                         place.y + place.height <= height,
                     "cascade: (%g, %g) %gx%g in a plane of %dx%d", place.x, place.y, place.width, place.height, width, height);
    }
    free(found);
    free(plane);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    bc_error error = {0};
    bc_cascade *cascade = bc_cascade_create(input.file, input.length, &error);
    fuzz_require(cascade || (error.code != 0 && error.message[0] != 0), "cascade: refused without a reason");
    if (cascade) {
        look(cascade, &input);
        bc_cascade_destroy(cascade);
    }
    fuzz_close(&input);
    return 0;
}
