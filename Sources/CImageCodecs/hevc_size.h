// The size of HEVC pictures by their own headers, which is what libde265 allocates.
#ifndef BOUNDEDCROP_CIMAGECODECS_HEVC_SIZE_H
#define BOUNDEDCROP_CIMAGECODECS_HEVC_SIZE_H

#include "boxes.h"

#pragma clang assume_nonnull begin

/// The largest area, in pixels, of the sequence parameter sets among a file's properties; 0 if there are none.
uint64_t bc_hevc_largest_area(bc_span file);

#pragma clang assume_nonnull end

#endif
