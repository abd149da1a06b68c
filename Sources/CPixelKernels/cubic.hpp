#pragma once

#include <cmath>

namespace boundedcrop {

/// Keys' cubic convolution with a = -1/2 (Catmull-Rom), IEEE ASSP 29(6), 1981.
inline double cubic(double x) {
    x = std::abs(x);
    if (x < 1) { return (1.5 * x - 2.5) * x * x + 1; }
    if (x < 2) { return ((-0.5 * x + 2.5) * x - 4) * x + 2; }
    return 0;
}

}  // namespace boundedcrop
