// The items of a HEIF or AVIF file, counted before a library reads them.
#ifndef BOUNDEDCROP_CIMAGECODECS_ITEMS_H
#define BOUNDEDCROP_CIMAGECODECS_ITEMS_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Checks what the libraries do not, or not in every version: that the file has no more items than a picture can need, nor larger ones than
/// itself, that decoding the primary picture takes a limited number of coded pictures (tiles of a grid, alpha, auxiliary pictures), and
/// that no picture is made of itself. Reads no pixels and allocates nothing. Damage that does not matter here is left to the library.
int32_t bc_items_check(bc_span file, bc_error *error);

#pragma clang assume_nonnull end

#endif
