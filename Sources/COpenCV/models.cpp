// The models, compiled into the library, so that the command is one file and nothing has to be found at run time.
#include "COpenCV.h"

#include <cstring>

#pragma clang diagnostic ignored "-Wc23-extensions"

namespace {

const unsigned char frontalface_alt[] = {
#embed "../../Models/haarcascade_frontalface_alt.xml"
};
const unsigned char frontalface_alt2[] = {
#embed "../../Models/haarcascade_frontalface_alt2.xml"
};
const unsigned char profileface[] = {
#embed "../../Models/haarcascade_profileface.xml"
};
const unsigned char yunet[] = {
#embed "../../Models/face_detection_yunet_2023mar.onnx"
};

struct named_model {
    const char *name;
    bc_model model;
};

const named_model models[] = {
    {"frontalface_alt", {frontalface_alt, sizeof frontalface_alt}},
    {"frontalface_alt2", {frontalface_alt2, sizeof frontalface_alt2}},
    {"profileface", {profileface, sizeof profileface}},
    {"yunet", {yunet, sizeof yunet}},
};

}  // namespace

bc_model bc_built_in_model(const char *name) {
    for (const named_model &candidate : models) {
        if (std::strcmp(candidate.name, name) == 0) { return candidate.model; }
    }
    return {nullptr, 0};
}
