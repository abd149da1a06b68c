// ONNX: a network from any bytes, run on a small picture.
//
// Most of a network's file consists of weights, which do not affect parsing. In an input, runs of equal bytes are therefore written as F5,
// the byte, and their number as two bytes, so that mutations concern the structure; F5 F5 00 00 stands for F5 itself.
#include <math.h>

#include "CFaceNetwork.h"
#include "support/faults.h"
#include "support/pixels.h"

static uint8_t *expand(const uint8_t *bytes, size_t length, size_t *expanded) {
    enum { escape = 0xF5, most = 4000000 };
    uint8_t *result = fuzz_filled(most, 0);
    size_t count = 0;
    for (size_t index = 0; index < length && count < most; ++index) {
        if (bytes[index] != escape || length - index < 4) {
            result[count++] = bytes[index];
            continue;
        }
        size_t run = (size_t)bytes[index + 2] | (size_t)bytes[index + 3] << 8;
        if (run == 0) { run = 1; }
        if (run > most - count) { run = most - count; }
        memset(result + count, bytes[index + 1], run);
        count += run;
        index += 3;
    }
    // Allocated at its exact length, so that reads beyond its end are detected.
    uint8_t *fitting = fuzz_filled(count, 0);
    memcpy(fitting, result, count);
    free(result);
    *expanded = count;
    return fitting;
}

static void look(bc_face_network *network, fuzz_input *input) {
    const int32_t width = (int32_t)fuzz_byte(input), height = (int32_t)fuzz_byte(input);
    uint8_t *pixels = fuzz_picture((size_t)width * (size_t)height, 4, fuzz_byte(input));
    const double thresholds[] = {0, 0.3, 0.9, -1, NAN, 1e300};
    const double threshold = thresholds[fuzz_byte(input) % 6];
    const size_t capacity = fuzz_below(input, 300);
    bc_face *faces = (bc_face *)(void *)fuzz_filled(capacity * sizeof(bc_face), 0xFF);
    size_t count = 0;
    bc_error error = {0};
    const uint32_t question = fuzz_byte(input);
    fuzz_faults_start(0, question);
    const int32_t status = bc_face_network_detect(network, pixels, width, height, threshold, faces, capacity, &count, &error);
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "onnx: completed although it was cancelled");
    fuzz_faults_stop();
    fuzz_require(count <= capacity, "onnx: %zu faces in space for %zu", count, capacity);
    for (size_t index = 0; status == BC_OK && index < count; ++index) {
        fuzz_require(faces[index].score >= 0 && faces[index].score <= 1, "onnx: a score of %g", faces[index].score);
        fuzz_require(index == 0 || faces[index - 1].score >= faces[index].score, "onnx: not the most confident first");
    }
    free(faces);
    free(pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = fuzz_open(data, size);
    size_t length = 0;
    uint8_t *model = expand(input.file, input.length, &length);
    bc_error error = {0};
    bc_face_network *network = bc_face_network_create(model, length, &error);
    // The network keeps no reference to the file.
    free(model);
    fuzz_require(network || (error.code != 0 && error.message[0] != 0), "onnx: refused without a reason");
    if (network) {
        look(network, &input);
        look(network, &input);
        bc_face_network_destroy(network);
    }
    fuzz_close(&input);
    return 0;
}
