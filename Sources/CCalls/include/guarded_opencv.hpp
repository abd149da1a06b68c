// `guarded` for functions that call OpenCV.
#pragma once

#include "guarded.hpp"

#include <opencv2/core.hpp>

namespace boundedcrop {

/// Stops OpenCV from using a thread per core in every call; the callers use their own threads.
inline void keep_to_one_thread() {
    static const bool once = [] {
        cv::setNumThreads(1);
        return true;
    }();
    (void)once;
}

template <typename Body>
int32_t guarded_opencv(bc_error *error, Body body) noexcept {
    return guarded(error, [&] {
        keep_to_one_thread();
        try {
            return body();
        } catch (const cv::Exception &exception) {
            if (exception.code == cv::Error::StsNoMem) { return bc_report_out_of_memory(error); }
            return bc_report(error, BC_FAILED, "%s", exception.err.c_str());
        }
    });
}

}  // namespace boundedcrop
