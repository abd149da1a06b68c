// How items of a HEIF file are turned, mirrored and cropped when they are shown (`irot`, `imir`, `clap`: ISO/IEC 23008-12, 6.5).
#ifndef BOUNDEDCROP_CIMAGECODECS_ITEM_TRANSFORMATIONS_H
#define BOUNDEDCROP_CIMAGECODECS_ITEM_TRANSFORMATIONS_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Whether an item is turned and mirrored like the primary one, and neither is cropped: whether the one may be a smaller copy of the other.
bool bc_item_is_shown_like_primary(bc_span file, uint32_t item);

#pragma clang assume_nonnull end

#endif
