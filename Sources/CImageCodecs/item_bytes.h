// How many bytes the items of a HEIF or AVIF file have, which libraries copy before they look at them.
#ifndef BOUNDEDCROP_CIMAGECODECS_ITEM_BYTES_H
#define BOUNDEDCROP_CIMAGECODECS_ITEM_BYTES_H

#include "CCalls.h"
#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Refuses items that repeat the same bytes of the file, so that there is more to copy than the file has, and metadata that is compressed:
/// both make much of little.
int32_t bc_items_check_bytes(bc_span file, bc_error *error);

#pragma clang assume_nonnull end

#endif
