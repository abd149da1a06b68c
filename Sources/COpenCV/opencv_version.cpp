// The version of the OpenCV that runs.
#include "COpenCV.h"
#include "guarded.hpp"

#include <cstdio>
#include <opencv2/core/utility.hpp>

int32_t bc_opencv_version(char *text, size_t size, bc_error *error) {
    return boundedcrop::guarded(error, [&] {
        std::snprintf(text, size, "%s", cv::getVersionString().c_str());
        return static_cast<int32_t>(BC_OK);
    });
}
