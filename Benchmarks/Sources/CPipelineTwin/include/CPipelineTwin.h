// A direct implementation of thumbnails with libjpeg-turbo and OpenCV, to compare with BoundedCrop.
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

/// Reads YuNet, March 2023, from its file; null if that fails.
bc_twin *_Nullable bc_twin_create(const char *model);
void bc_twin_destroy(bc_twin *twin);

/// Makes a square JPEG thumbnail around the faces in a JPEG file, on one thread: reads the file, decodes it once at the smallest scale with
/// two pixels per pixel of the thumbnail, detects faces at 480 pixels, crops, shrinks, and encodes with quality 85. The twin owns the
/// bytes, which are valid until its next thumbnail. Returns null if anything fails.
const uint8_t *_Nullable bc_twin_thumbnail(bc_twin *twin, const char *path, int32_t side, size_t *length, int32_t *faces);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
