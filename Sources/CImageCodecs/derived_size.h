// The sizes of pictures that are made of others, which libheif allocates before it looks at their parts.
#ifndef BOUNDEDCROP_CIMAGECODECS_DERIVED_SIZE_H
#define BOUNDEDCROP_CIMAGECODECS_DERIVED_SIZE_H

#include "CCalls.h"
#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// The largest area of a grid or overlay in a HEIF file according to its own data, whatever the item's properties say; 0 if there is none.
int32_t bc_derived_largest_area(bc_span file, uint64_t *area, bc_error *error);

#pragma clang assume_nonnull end

#endif
