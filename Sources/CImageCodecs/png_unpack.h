// The rows of common PNGs without libpng, whose filters are not vectorized in Debian: two thirds of its time.
//
// PNG (third edition), W3C, sections 9 and 10.
#ifndef BOUNDEDCROP_CIMAGECODECS_PNG_UNPACK_H
#define BOUNDEDCROP_CIMAGECODECS_PNG_UNPACK_H

#include "internal.h"

#pragma clang assume_nonnull begin

/// Decodes a picture with 3 or 4 channels of 8 bits that is not interlaced, from the data of its first IDAT on.
///
/// False if anything about it is unusual: libpng is to decode it from the start, and say what is wrong.
bool bc_png_unpack(bc_span file, size_t position, uint32_t channels, bc_row_reducer *reducer);

#pragma clang assume_nonnull end

#endif
