// The networks, compiled into the library so that the command is a single file and needs no files at run time.
#include "CFaceNetwork.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yunet[] = {
#embed "../../Models/face_detection_yunet_2023mar.onnx"
};

static const unsigned char centerface[] = {
#embed "../../Models/face_detection_centerface.onnx"
};

bc_span bc_built_in_yunet(void) { return {yunet, sizeof yunet}; }

bc_span bc_built_in_centerface(void) { return {centerface, sizeof centerface}; }
