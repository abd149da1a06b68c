// Cancels work with an exception that `guarded` turns into BC_CANCELLED.
#pragma once

#include "CCalls.h"

namespace boundedcrop {

struct cancelled {};

/// Call every few milliseconds, between rows or layers.
inline void check_cancelled() {
    if (bc_is_cancelled()) { throw cancelled(); }
}

}  // namespace boundedcrop
