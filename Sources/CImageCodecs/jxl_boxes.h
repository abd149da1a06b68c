// The boxes around a JPEG XL codestream (ISO/IEC 18181-2).
#ifndef BOUNDEDCROP_CIMAGECODECS_JXL_BOXES_H
#define BOUNDEDCROP_CIMAGECODECS_JXL_BOXES_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Checks that a file is a codestream, or boxes with one, whose parts are complete and in order; libjxl gives no reasons.
///
/// - allow_truncated: Whether the last box may say that it is longer than the file is.
int32_t bc_jxl_check_boxes(bc_span file, bool allow_truncated, bc_error *error);

#pragma clang assume_nonnull end

#endif
