// The parameter sets of HEVC.
#ifndef BOUNDEDCROP_CIMAGECODECS_HEVC_PARAMETERS_H
#define BOUNDEDCROP_CIMAGECODECS_HEVC_PARAMETERS_H

#include "boxes.h"

#pragma clang assume_nonnull begin

/// The area, in pixels, of a sequence parameter set (H.265, 7.3.2.2); 0 if the unit is another one, or damaged.
uint64_t bc_hevc_area(bc_reader unit);

#pragma clang assume_nonnull end

#endif
