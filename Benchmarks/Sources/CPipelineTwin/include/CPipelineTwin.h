// The thumbnail that somebody would write straight on libjpeg-turbo and OpenCV, to be measured beside BoundedCrop.
#ifndef BOUNDEDCROP_CPIPELINETWIN_H
#define BOUNDEDCROP_CPIPELINETWIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct bc_twin bc_twin;

/// Reads the YuNet of March 2023 from its file; null when that cannot be done.
bc_twin *_Nullable bc_twin_create(const char *model);
void bc_twin_destroy(bc_twin *twin);

/// From a JPEG file to the JPEG of a square thumbnail around its faces, on one thread: read, decode once at the smallest scale with two
/// pixels for each of the thumbnail's, look for faces at 480 pixels, crop, shrink, encode with quality 85. The bytes are the twin's and
/// last until its next thumbnail; null when something fails.
const uint8_t *_Nullable bc_twin_thumbnail(bc_twin *twin, const char *path, int32_t side, size_t *length, int32_t *faces);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
