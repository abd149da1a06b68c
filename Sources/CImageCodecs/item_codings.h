// How the pictures in a HEIF file are coded.
#ifndef BOUNDEDCROP_CIMAGECODECS_ITEM_CODINGS_H
#define BOUNDEDCROP_CIMAGECODECS_ITEM_CODINGS_H

#include "CCalls.h"
#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Refuses files whose primary picture, parts of pictures or auxiliary pictures are not HEVC: libheif decodes others too, without a limit
/// for what they allocate.
int32_t bc_items_check_codings(bc_span file, bc_error *error);

/// Whether an item is HEVC, or made of others.
bool bc_item_is_hevc(bc_span file, uint32_t item);

#pragma clang assume_nonnull end

#endif
