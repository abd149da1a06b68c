// Thrown for an unusable model file; `guarded` turns it into BC_UNREADABLE_MODEL.
#pragma once

#include <stdexcept>

namespace boundedcrop {

struct unreadable_model : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace boundedcrop
