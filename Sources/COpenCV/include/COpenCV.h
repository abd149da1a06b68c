// The part of OpenCV that BoundedCrop uses, as C functions.
//
// Swift cannot catch C++ exceptions, so each function here catches everything and reports through its return value: 0 when all
// went well, otherwise a bc_opencv_status with a sentence in the caller's bc_opencv_error. All pixel memory belongs to the caller.
#ifndef BOUNDEDCROP_COPENCV_H
#define BOUNDEDCROP_COPENCV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

enum {
    BC_OPENCV_OK = 0,
    BC_OPENCV_INVALID_ARGUMENT = 1,
    BC_OPENCV_UNREADABLE_MODEL = 2,
    BC_OPENCV_FAILED = 3,
    /// bc_is_cancelled said so.
    BC_OPENCV_CANCELLED = 4,
};

typedef struct {
    int32_t code;
    char message[512];
} bc_opencv_error;

/// A rectangle found by a detector, in pixels of the plane it looked at.
typedef struct {
    double x, y, width, height;
    /// What the detector says of its own certainty; the scale is the detector's.
    double weight;
} bc_detection;

// MARK: Models

/// Bytes of a model that was compiled into the library; static, never freed.
typedef struct {
    const void *_Nullable bytes;
    size_t length;
} bc_model;

/// The model compiled in under `name` ("frontalface_alt2", "yunet", ...); no bytes when there is none of that name.
bc_model bc_built_in_model(const char *name);

// MARK: Haar and LBP cascades

typedef struct bc_cascade bc_cascade;

typedef struct {
    /// The step between two sizes looked for, above 1.
    double scale_factor;
    /// How many raw hits have to agree on a place.
    int32_t minimum_neighbors;
    /// Sides in pixels of the plane; a largest of 0 means no limit.
    int32_t smallest_side, largest_side;
} bc_cascade_settings;

/// Reads a cascade from XML text in memory and checks all of it; null when it is not one. One handle must not be used by two threads at
/// once.
bc_cascade *_Nullable bc_cascade_create(const void *_Nullable xml, size_t length, bc_opencv_error *error);
void bc_cascade_destroy(bc_cascade *cascade);

/// Finds what cv::CascadeClassifier::detectMultiScale does in a gray plane of up to 100 million pixels, strongest first; writes at most
/// `capacity` of them and their number to `count`.
int32_t bc_cascade_detect(bc_cascade *cascade, const uint8_t *gray, int32_t width, int32_t height, bc_cascade_settings settings,
                          bc_detection *detections, size_t capacity, size_t *count, bc_opencv_error *error);

// MARK: Face networks

typedef struct bc_face_network bc_face_network;

typedef struct {
    double x, y;
} bc_point;

/// A face with its landmarks: right eye, left eye, tip of the nose, right and left corner of the mouth, right and left being the
/// person's own.
typedef struct {
    bc_detection box;
    bc_point landmarks[5];
} bc_face;

/// Reads a YuNet of 2023 from ONNX in memory; null when it is not one. One handle must not be used by two threads at once.
bc_face_network *_Nullable bc_face_network_create(const void *_Nullable onnx, size_t length, bc_opencv_error *error);
void bc_face_network_destroy(bc_face_network *network);

/// Finds faces in RGBA pixels of 1x1 to 4096x4096, surest first; weights are 0...1 and none is below `threshold`.
int32_t bc_face_network_detect(bc_face_network *network, const uint8_t *rgba, int32_t width, int32_t height, double threshold,
                               bc_face *faces, size_t capacity, size_t *count, bc_opencv_error *error);

// MARK: Pixels

/// The part of a picture to resample, in its pixels; fractions are honoured.
typedef struct {
    double x, y, width, height;
} bc_window;

/// Resamples a window of a picture of 1 (gray) or 4 (premultiplied RGBA) channels: area average where it shrinks, Catmull-Rom cubic
/// where it grows, each axis by itself. Nothing outside the window's whole pixels is read. A window may reach outside the picture by a
/// millionth of a pixel, which is rounding: what lies there is taken from the nearest edge. Sides of the output are at most 65535.
int32_t bc_resample(const uint8_t *source, int32_t source_width, int32_t source_height, int32_t channels, bc_window window,
                    uint8_t *destination, int32_t width, int32_t height, bc_opencv_error *error);

/// Turns stored pixels upright: `orientation` is the EXIF value 1...8. The destination's sides are swapped for 5...8.
int32_t bc_orient(const uint8_t *source, int32_t width, int32_t height, int32_t channels, int32_t orientation, uint8_t *destination,
                  bc_opencv_error *error);

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
                         uint8_t *destination, bc_opencv_error *error);

/// Spectral residual saliency (Hou and Zhang, CVPR 2007) of a gray plane, on a grid of `width` x `height` cells.
int32_t bc_spectral_residual(const uint8_t *gray, int32_t gray_width, int32_t gray_height, float *saliency, int32_t width,
                             int32_t height, bc_opencv_error *error);

// MARK: Blur

/// Blurs premultiplied RGBA by averaging a box of `box` x `box` pixels (1...1000001, odd) around each, edges extended, `iterations` times over.
/// Takes as long for every box. Source and destination must not overlap; one more buffer of their size is taken when repeated.
int32_t bc_box_blur(const uint8_t *source, int32_t width, int32_t height, int32_t box, int32_t iterations, uint8_t *destination,
                    bc_opencv_error *error);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
