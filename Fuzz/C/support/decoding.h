// What must hold of every decoder: one function tries them all.
#ifndef FUZZ_DECODING_H
#define FUZZ_DECODING_H

#include "CImageCodecs.h"
#include "input.h"

typedef struct {
    const char *name;
    int32_t (*read_header)(bc_span file, bc_image_header *header, bc_error *error);
    int32_t (*decode)(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *output, bc_error *error);
    /// 4, or 1 for luma.
    uint32_t channels;
    /// The region's cells by the settings' number; null for any.
    const uint32_t *shrinks;
    uint32_t shrink_count;
    /// Whether a region of a whole file is, byte for byte, that part of the whole picture.
    bool regions_are_exact;
} fuzz_decoder;

/// Reads the header and decodes a region, both as the settings say, and holds the result to what README.md lists.
void fuzz_decode(fuzz_input *input, const fuzz_decoder *decoder);

#endif
