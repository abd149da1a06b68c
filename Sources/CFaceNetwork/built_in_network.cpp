// The network, compiled into the library so that the command is a single file and needs no files at run time.
#include "CFaceNetwork.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yunet[] = {
#embed "../../Models/face_detection_yunet_2023mar.onnx"
};

bc_span bc_built_in_face_network(void) { return {yunet, sizeof yunet}; }
