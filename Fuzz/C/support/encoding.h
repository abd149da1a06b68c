// Shared by the targets of the encoders.
#ifndef FUZZ_ENCODING_H
#define FUZZ_ENCODING_H

#include "CImageCodecs.h"
#include "faults.h"
#include "pixels.h"

/// All or part of the input's file is written as metadata.
static inline bc_metadata fuzz_metadata(fuzz_input *input) {
    const uint32_t kinds = fuzz_byte(input);
    const size_t third = input->length / 3;
    const bc_span none = {NULL, 0};
    return (bc_metadata){
        .icc_profile = kinds & 1 ? (bc_span){input->file, kinds & 8 ? input->length : third} : none,
        .exif = kinds & 2 ? (bc_span){input->file + third, third} : none,
        .xmp = kinds & 4 ? (bc_span){input->file + 2 * third, input->length - 2 * third} : none,
    };
}

static inline uint32_t fuzz_side(fuzz_input *input) {
    const uint32_t side = fuzz_byte(input);
    // Mostly small, to allow many executions; a few are as wide as the encoders' blocks and buffers.
    return side < 240 ? side % 40 : (side - 239) * 37;
}

static inline void fuzz_require_reason(int32_t status, const bc_error *error, const bc_bytes *output, const char *name) {
    if (status == BC_OK) {
        fuzz_require(output->bytes && output->length > 0, "%s: an empty file", name);
    } else {
        fuzz_require(status == error->code && !output->bytes, "%s: failed with %d, reported as %d, with a file", name, status, error->code);
    }
}

#endif
