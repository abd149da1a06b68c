// The parts of OpenCV that BoundedCrop uses, as C functions that never throw. The caller owns all pixel memory.
#ifndef BOUNDEDCROP_COPENCV_H
#define BOUNDEDCROP_COPENCV_H

#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A rectangle found by a detector, in pixels of the searched plane.
typedef struct {
    double x, y, width, height;
    /// The detector's confidence, on its own scale.
    double weight;
} bc_detection;

/// The version of OpenCV ("4.6.0").
int32_t bc_opencv_version(char *text, size_t size, bc_error *error);

// MARK: Haar and LBP cascades

/// The built-in cascade of this name ("frontalface_alt2", ...), never freed; an empty span if there is none.
bc_span bc_built_in_cascade(const char *name);

typedef struct bc_cascade bc_cascade;

typedef struct {
    /// The ratio of consecutive search sizes, above 1.
    double scale_factor;
    /// How many raw hits must agree on a position.
    int32_t minimum_neighbors;
    /// Sides in pixels of the plane; a largest side of 0 means no limit.
    int32_t smallest_side, largest_side;
} bc_cascade_settings;

/// Reads a cascade from XML text in memory and validates it; null if it is invalid. A handle must not be used by two threads at once.
bc_cascade *_Nullable bc_cascade_create(const void *_Nullable xml, size_t length, bc_error *error);
void bc_cascade_destroy(bc_cascade *cascade);

/// Finds the same rectangles as cv::CascadeClassifier::detectMultiScale in a gray plane of up to 100 million pixels, strongest first.
/// Writes at most `capacity` detections, and their number to `count`.
int32_t bc_cascade_detect(bc_cascade *cascade, const uint8_t *gray, int32_t width, int32_t height, bc_cascade_settings settings,
                          bc_detection *detections, size_t capacity, size_t *count, bc_error *error);

// MARK: Saliency

/// Converts premultiplied RGBA, seen on black, to L*, a* and b* (CIE 15, sRGB with the white of D65), and its opacity from 0 to 100, the
/// range of L*: four numbers for each pixel.
void bc_lab(const uint8_t *rgba, size_t count, float *lab);

/// Computes how likely the subject of a picture is in each cell of a grid of `columns` x `rows` over it: 0 or more, 0 everywhere when nothing
/// stands out. The picture is premultiplied RGBA and meant to be small: about 96 pixels along its long side.
int32_t bc_subject_map(const uint8_t *rgba, int32_t width, int32_t height, float *map, int32_t columns, int32_t rows, bc_error *error);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
