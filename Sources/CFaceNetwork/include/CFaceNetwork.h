// YuNet (W. Wu, H. Peng and S. Yu, 2023) and CenterFace (Y. Xu et al., 2019): reads their ONNX files and computes their layers, as C
// functions that never throw. No library is needed.
#ifndef BOUNDEDCROP_CFACENETWORK_H
#define BOUNDEDCROP_CFACENETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The built-in networks as ONNX; never freed. The weights of CenterFace are in half precision.
bc_span bc_built_in_yunet(void);
bc_span bc_built_in_centerface(void);

typedef struct bc_face_network bc_face_network;

typedef struct {
    double x, y;
} bc_point;

/// A face with its landmarks: right eye, left eye, tip of the nose, right and left corner of the mouth. Right and left are from the
/// person's own view.
typedef struct {
    double x, y, width, height;
    /// 0...1.
    double score;
    bc_point landmarks[5];
} bc_face;

/// Reads a YuNet 2023 or CenterFace model from ONNX data in memory; null if it is neither. A handle must not be used by two threads at
/// once.
bc_face_network *_Nullable bc_face_network_create(const void *_Nullable onnx, size_t length, bc_error *error);
/// Another handle of the same model, for another thread. They share the weights, and each is destroyed by itself.
bc_face_network *_Nullable bc_face_network_twin(const bc_face_network *network, bc_error *error);
void bc_face_network_destroy(bc_face_network *network);

enum {
    BC_YUNET = 0,
    BC_CENTERFACE = 1,
};

/// Which of the networks it is.
int32_t bc_face_network_kind(const bc_face_network *network);

/// Finds faces in RGBA pixels of 1x1 to 4096x4096, most certain first; no score is below `threshold`.
int32_t bc_face_network_detect(bc_face_network *network, const uint8_t *rgba, int32_t width, int32_t height, double threshold,
                               bc_face *faces, size_t capacity, size_t *count, bc_error *error);

/// The confidence, 0...1, that a place shows a face: the share of such places that did on labeled photos. At low accuracy it is lower than
/// that share where it is not clear; see Scripts/train-face-confidence.
///
/// Scores are those of YuNet on a small and on a large copy of the picture, of CenterFace, and of its closer run: 0 for a run that saw nothing
/// there, and not a number for one that was not made. `share` is the box's height divided by the picture's long side, `aspect` its width
/// divided by its height.
double bc_face_confidence(float small, float large, float second, float closer, float share, float aspect);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
