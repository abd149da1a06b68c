// Catches C++ exceptions: every function callable from C runs its body through `guarded` or `guarded_opencv`.
#pragma once

#include "CCalls.h"
#include "cancellation.hpp"
#include "unreadable_model.hpp"

#include <exception>
#include <new>

namespace boundedcrop {

/// Whether both sides are at least 1, and short enough that the bytes of a row can be counted without overflow.
inline bool is_picture(int32_t width, int32_t height) {
    const int32_t longest_side = 1 << 28;
    return width >= 1 && height >= 1 && width <= longest_side && height <= longest_side;
}

template <typename Body>
int32_t guarded(bc_error *error, Body body) noexcept {
    try {
        return body();
    } catch (const cancelled &) {
        return bc_report_cancelled(error);
    } catch (const unreadable_model &reason) {
        return bc_report(error, BC_UNREADABLE_MODEL, "%s", reason.what());
    } catch (const std::bad_alloc &) {
        return bc_report_out_of_memory(error);
    } catch (const std::exception &exception) {
        return bc_report(error, BC_FAILED, "%s", exception.what());
    } catch (...) {
        return bc_report(error, BC_FAILED, "an unknown exception");
    }
}

}  // namespace boundedcrop
