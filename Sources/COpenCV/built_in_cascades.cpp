// Cascades compiled into the library, so that the command is a single file and needs no files at run time.
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

struct named_cascade {
    const char *name;
    bc_span cascade;
};

const named_cascade cascades[] = {
    {"frontalface_alt", {frontalface_alt, sizeof frontalface_alt}},
    {"frontalface_alt2", {frontalface_alt2, sizeof frontalface_alt2}},
    {"profileface", {profileface, sizeof profileface}},
};

}  // namespace

bc_span bc_built_in_cascade(const char *name) {
    for (const named_cascade &candidate : cascades) {
        if (std::strcmp(candidate.name, name) == 0) { return candidate.cascade; }
    }
    return {nullptr, 0};
}
