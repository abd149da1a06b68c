// References of a HEIF file as every version of libheif takes them.
#ifndef BOUNDEDCROP_CIMAGECODECS_HEIF_REFERENCES_H
#define BOUNDEDCROP_CIMAGECODECS_HEIF_REFERENCES_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// A copy of a file whose auxiliary pictures, thumbnails and metadata each belong to one picture: the primary one if they belonged to it
/// among others, as phones have written since 2024 (a gain map for the picture and its tone-mapped twin). libheif before 1.18 refuses such
/// files. Empty if there is nothing to change.
int32_t bc_heif_simplify_references(bc_span file, bc_bytes *copy, bc_error *error);

#pragma clang assume_nonnull end

#endif
