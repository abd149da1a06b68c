// The size of HEVC pictures by their own headers, which is what libde265 allocates.
#ifndef BOUNDEDCROP_CIMAGECODECS_HEVC_SIZE_H
#define BOUNDEDCROP_CIMAGECODECS_HEVC_SIZE_H

#include "CCalls.h"
#include "boxes.h"

#pragma clang assume_nonnull begin

/// The largest area, in pixels, of the sequence parameter sets among a file's properties and coded pictures; 0 if there are none.
int32_t bc_hevc_largest_area(bc_span file, uint64_t *area, bc_error *error);

#pragma clang assume_nonnull end

#endif
