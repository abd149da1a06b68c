// Operations on every pixel: resampling, sampling along a turned grid, orientation, colors of videos and blurs, as C functions that never throw. The caller owns all pixel memory.
#ifndef BOUNDEDCROP_CPIXELKERNELS_H
#define BOUNDEDCROP_CPIXELKERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The part of a picture to resample, in pixels, which may be fractional.
typedef struct {
    double x, y, width, height;
} bc_window;

/// Resamples a window of a picture with 1 (gray) or 4 (premultiplied RGBA) channels: area average when shrinking, Catmull-Rom cubic when
/// enlarging, separately for each axis. No pixel outside the window, rounded out to whole pixels, is read. To allow for rounding, a window
/// may extend outside the picture by a millionth of a pixel; the nearest edge is used there. Output sides are at most 65535.
int32_t bc_resample(const uint8_t *source, int32_t source_width, int32_t source_height, int32_t channels, bc_window window,
                    uint8_t *destination, int32_t width, int32_t height, bc_error *error);

/// Where the pixels of a result lie in a picture, in its pixels: the corner of the first one, and the steps to the next one of a row and to
/// the next row. No number is beyond a billion.
typedef struct {
    double x, y, across_x, across_y, down_x, down_y;
} bc_grid;

/// What shows beyond the edges of a picture. Without `color` and `soft`, its nearest pixels.
typedef struct {
    /// The part of the plane that is not beyond the edges, in pixels of the picture.
    bc_window inside;
    /// Four premultiplied bytes, which mix with the picture along the edges.
    const uint8_t *_Nullable color;
    /// The picture's nearest pixels fade into those of this one, which has its size and is softer.
    const uint8_t *_Nullable soft;
    /// How far from the edges only `soft` is left, in pixels; above 0.
    double reach;
    /// A part of the picture that `soft` does not repeat: it is mirrored up to here, and what is beside this part goes on behind that. Without
    /// width or height, there is none.
    bc_window unrepeated;
} bc_beyond;

/// Samples premultiplied RGBA along a grid, which may be turned, with a Catmull-Rom cubic. Steps of more than a pixel alias: shrink the
/// picture first. Output sides are at most 65535.
int32_t bc_sample(const uint8_t *source, int32_t source_width, int32_t source_height, bc_grid grid, bc_beyond beyond,
                  uint8_t *destination, int32_t width, int32_t height, bc_error *error);

/// Turns stored pixels upright: `orientation` is the EXIF value 1...8. The destination's sides are swapped for 5...8; for the others it may
/// be the source itself, which is faster than new memory.
int32_t bc_orient(const uint8_t *source, int32_t width, int32_t height, int32_t channels, int32_t orientation, uint8_t *destination,
                  bc_error *error);

/// Makes opaque RGBA of a picture in 4:2:0: `width * height` bytes of brightness in 16...235, and then a byte of blue and one of red
/// difference in 16...240 for each 2x2 pixels, in planes. Both sides are even. The weights are those of red and blue in brightness.
void bc_ycbcr_to_rgba(const uint8_t *planes, int32_t width, int32_t height, double red_weight, double blue_weight, uint8_t *destination);

/// The pixels that a blur assumes outside the picture.
enum {
    /// Transparent.
    BC_BORDER_ZERO = 0,
    /// The nearest pixel of the picture.
    BC_BORDER_REPLICATE = 1,
};

/// Applies a gaussian blur of `sigma` pixels to a picture with 1 (gray) or 4 (premultiplied RGBA) channels, accurate to within one level.
/// Large sigmas take no longer than small ones. The destination has the source's size and must not be the source.
int32_t bc_gaussian_blur(const uint8_t *source, int32_t width, int32_t height, int32_t channels, double sigma, int32_t border,
                         uint8_t *destination, bc_error *error);

/// Blurs premultiplied RGBA by averaging a box of `box` x `box` pixels (1...1000001, odd) around each pixel, with replicated edges,
/// `iterations` times. The time does not depend on the box. Source and destination must not overlap; more than one iteration may need
/// another buffer of their size.
int32_t bc_box_blur(const uint8_t *source, int32_t width, int32_t height, int32_t box, int32_t iterations, uint8_t *destination,
                    bc_error *error);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
