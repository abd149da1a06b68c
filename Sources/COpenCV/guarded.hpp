// The one place where C++ exceptions end: every function that C can call runs its body through `guarded`.
#pragma once

#include "COpenCV.h"
#include "cancellation.hpp"
#include "unreadable_model.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <opencv2/core.hpp>

namespace boundedcrop {

inline int32_t report(bc_opencv_error *error, int32_t code, const char *message) noexcept {
    error->code = code;
    std::snprintf(error->message, sizeof error->message, "%s", message);
    return code;
}

/// Whether a picture has sides, and none so long that counting its bytes along one could overflow.
inline bool is_picture(int32_t width, int32_t height) {
    const int32_t longest_side = 1 << 28;
    return width >= 1 && height >= 1 && width <= longest_side && height <= longest_side;
}

/// OpenCV would start a thread for each core in every call; the callers bring their own threads.
inline void keep_to_one_thread() {
    static const bool once = [] {
        cv::setNumThreads(1);
        return true;
    }();
    (void)once;
}

template <typename Body>
int32_t guarded(bc_opencv_error *error, Body body) noexcept {
    try {
        keep_to_one_thread();
        return body();
    } catch (const cancelled &) {
        return report(error, BC_OPENCV_CANCELLED, "the work was cancelled");
    } catch (const unreadable_model &reason) {
        return report(error, BC_OPENCV_UNREADABLE_MODEL, reason.what());
    } catch (const cv::Exception &exception) {
        return report(error, BC_OPENCV_FAILED, exception.err.c_str());
    } catch (const std::bad_alloc &) {
        return report(error, BC_OPENCV_FAILED, "out of memory");
    } catch (const std::exception &exception) {
        return report(error, BC_OPENCV_FAILED, exception.what());
    } catch (...) {
        return report(error, BC_OPENCV_FAILED, "an unknown exception");
    }
}

}  // namespace boundedcrop
