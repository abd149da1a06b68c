// A direct implementation with OpenCV, to compare with BoundedCrop.
#ifndef BOUNDEDCROP_COPENCVTWIN_H
#define BOUNDEDCROP_COPENCVTWIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Three passes of cv::boxFilter over RGBA on one thread with replicated edges: from the source to the destination, to the scratch buffer
/// and back. All three buffers have the same size. Returns false if OpenCV failed.
bool bc_twin_box_filter(const uint8_t *source, int32_t width, int32_t height, int32_t box, uint8_t *scratch, uint8_t *destination);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
