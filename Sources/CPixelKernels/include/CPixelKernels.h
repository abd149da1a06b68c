// Whatever touches every pixel: resampling, orientation and blurs, as C functions that never throw. All pixel memory belongs to the caller.
#ifndef BOUNDEDCROP_CPIXELKERNELS_H
#define BOUNDEDCROP_CPIXELKERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The part of a picture to resample, in its pixels; fractions are honoured.
typedef struct {
    double x, y, width, height;
} bc_window;

/// Resamples a window of a picture of 1 (gray) or 4 (premultiplied RGBA) channels: area average where it shrinks, Catmull-Rom cubic
/// where it grows, each axis by itself. Nothing outside the window's whole pixels is read. A window may reach outside the picture by a
/// millionth of a pixel, which is rounding: what lies there is taken from the nearest edge. Sides of the output are at most 65535.
int32_t bc_resample(const uint8_t *source, int32_t source_width, int32_t source_height, int32_t channels, bc_window window,
                    uint8_t *destination, int32_t width, int32_t height, bc_error *error);

/// Turns stored pixels upright: `orientation` is the EXIF value 1...8. The destination's sides are swapped for 5...8; for the others it may
/// be the source itself, which is faster than new memory.
int32_t bc_orient(const uint8_t *source, int32_t width, int32_t height, int32_t channels, int32_t orientation, uint8_t *destination,
                  bc_error *error);

/// What a blur takes for the pixels outside the picture.
enum {
    /// Nothing: transparent.
    BC_BORDER_ZERO = 0,
    /// The nearest pixel of the picture.
    BC_BORDER_REPLICATE = 1,
};

/// Blurs a picture of 1 (gray) or 4 (premultiplied RGBA) channels by a gaussian of `sigma` pixels, to within one level of the true one;
/// large sigmas take no longer than small ones. The destination has the source's size and is not the source.
int32_t bc_gaussian_blur(const uint8_t *source, int32_t width, int32_t height, int32_t channels, double sigma, int32_t border,
                         uint8_t *destination, bc_error *error);

/// Blurs premultiplied RGBA by averaging a box of `box` x `box` pixels (1...1000001, odd) around each, edges extended, `iterations` times over.
/// Takes as long for every box. Source and destination must not overlap; one more buffer of their size is taken when repeated.
int32_t bc_box_blur(const uint8_t *source, int32_t width, int32_t height, int32_t box, int32_t iterations, uint8_t *destination,
                    bc_error *error);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
