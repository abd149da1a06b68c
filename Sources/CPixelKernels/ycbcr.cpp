// Pixels of videos.
#include "CPixelKernels.h"

#include <algorithm>

namespace {

/// Fixed point with this many bits after the point.
constexpr int fraction = 14;

int fixed(double value) { return static_cast<int>(value * (1 << fraction) + 0.5); }

uint8_t level(int value) { return static_cast<uint8_t>(std::clamp((value + (1 << (fraction - 1))) >> fraction, 0, 255)); }

}  // namespace

void bc_ycbcr_to_rgba(const uint8_t *planes, int32_t width, int32_t height, double red_weight, double blue_weight, uint8_t *destination) {
    const double range = 255.0 / 224, green_weight = 1 - red_weight - blue_weight;
    const int light = fixed(255.0 / 219), red = fixed(2 * (1 - red_weight) * range), blue = fixed(2 * (1 - blue_weight) * range);
    const int less_red = fixed(2 * (1 - red_weight) * red_weight / green_weight * range);
    const int less_blue = fixed(2 * (1 - blue_weight) * blue_weight / green_weight * range);
    const size_t area = static_cast<size_t>(width) * static_cast<size_t>(height);
    for (int32_t row = 0; row < height; row++) {
        const uint8_t *luma = planes + static_cast<size_t>(row) * static_cast<size_t>(width);
        const uint8_t *blues = planes + area + static_cast<size_t>(row / 2) * static_cast<size_t>(width / 2);
        const uint8_t *reds = blues + area / 4;
        uint8_t *pixels = destination + static_cast<size_t>(row) * static_cast<size_t>(width) * 4;
        for (int32_t column = 0; column < width; column++) {
            const int y = (luma[column] - 16) * light, cb = blues[column / 2] - 128, cr = reds[column / 2] - 128;
            pixels[column * 4] = level(y + red * cr);
            pixels[column * 4 + 1] = level(y - less_red * cr - less_blue * cb);
            pixels[column * 4 + 2] = level(y + blue * cb);
            pixels[column * 4 + 3] = 255;
        }
    }
}
