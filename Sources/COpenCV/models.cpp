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
const unsigned char frontalface_default[] = {
#embed "../../Models/haarcascade_frontalface_default.xml"
};
const unsigned char profileface[] = {
#embed "../../Models/haarcascade_profileface.xml"
};
const unsigned char eye_tree_eyeglasses[] = {
#embed "../../Models/haarcascade_eye_tree_eyeglasses.xml"
};
const unsigned char frontalcatface[] = {
#embed "../../Models/haarcascade_frontalcatface.xml"
};

struct named_model {
    const char *name;
    bc_model model;
};

const named_model cascades[] = {
    {"frontalface_alt", {frontalface_alt, sizeof frontalface_alt}},
    {"frontalface_alt2", {frontalface_alt2, sizeof frontalface_alt2}},
    {"frontalface_default", {frontalface_default, sizeof frontalface_default}},
    {"profileface", {profileface, sizeof profileface}},
    {"eye_tree_eyeglasses", {eye_tree_eyeglasses, sizeof eye_tree_eyeglasses}},
    {"frontalcatface", {frontalcatface, sizeof frontalcatface}},
};

}  // namespace

bc_model bc_built_in_cascade(const char *name) {
    for (const named_model &candidate : cascades) {
        if (std::strcmp(candidate.name, name) == 0) { return candidate.model; }
    }
    return {nullptr, 0};
}
