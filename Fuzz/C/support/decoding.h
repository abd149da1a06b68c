// Invariants of every decoder; one function tests them all.
#ifndef FUZZ_DECODING_H
#define FUZZ_DECODING_H

#include "CImageCodecs.h"
#include "input.h"

typedef struct {
    const char *name;
    int32_t (*read_header)(bc_span file, bc_image_header *header, bc_error *error);
    int32_t (*decode)(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *output, bc_error *error);
    /// 4 for pixels, or 1 for luma.
    uint32_t channels;
    /// The region's cells for a number from the settings; null to allow any.
    const uint32_t *shrinks;
    uint32_t shrink_count;
    /// Whether a region of an undamaged file equals that part of the whole picture, byte for byte.
    bool regions_are_exact;
    /// Whether what the library makes of a damaged file may differ from one time to another.
    bool varies;
} fuzz_decoder;

/// Reads the header and decodes a region as the settings specify, and checks the invariants listed in README.md.
void fuzz_decode(fuzz_input *input, const fuzz_decoder *decoder);

#endif
