// Shared by the targets of the encoders.
#ifndef FUZZ_ENCODING_H
#define FUZZ_ENCODING_H

#include "decoding.h"
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

/// What was written is read again with the same size.
///
/// \param pixels Those of a lossless file, which are read again; null for others.
static inline void fuzz_require_read_again(bc_bytes file, const fuzz_decoder *decoder, uint32_t width, uint32_t height, const uint8_t *pixels) {
    bc_error error = {0};
    bc_image_header header = {0};
    const bc_span written = {file.bytes, file.length};
    fuzz_require(decoder->read_header(written, &header, &error) == BC_OK, "%s: not read again: %s", decoder->name, error.message);
    fuzz_require(header.width == width && header.height == height, "%s: another size is read", decoder->name);
    const size_t length = (size_t)width * height * 4;
    uint8_t *again = fuzz_filled(length, 0xAA);
    const bc_region whole = {.shrink = 1, .width = width, .height = height};
    fuzz_require(decoder->decode(written, whole, NULL, again, &error) == BC_OK, "%s: not decoded again: %s", decoder->name, error.message);
    fuzz_require_premultiplied(again, (size_t)width * height, decoder->name);
    fuzz_require(!pixels || memcmp(pixels, again, length) == 0, "%s: other pixels are read", decoder->name);
    free(again);
}

#endif
