// CIE L*a*b* without the table that OpenCV computes for it in every process, which takes longer than a crop.
#include "COpenCV.h"

#include <array>
#include <cmath>
#include <cstring>

namespace {

/// IEC 61966-2-1: the light of each level of sRGB, from 0 to 1.
std::array<float, 256> linear_levels() {
    std::array<float, 256> levels;
    for (int level = 0; level < 256; ++level) {
        const double value = level / 255.0;
        levels[level] = static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
    }
    return levels;
}

/// Of a positive number: a guess that is up to 3.3% off, and two steps of Halley's method, each of which triples the digits that are
/// right. Takes a sixth of the time of `std::cbrt`.
float cube_root(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    // A third of the exponent. The constant restores its offset of 127.
    bits = bits / 3 + 0x2a5137a0;
    float root;
    std::memcpy(&root, &bits, sizeof root);
    for (int step = 0; step < 2; ++step) {
        const float cube = root * root * root;
        root *= (cube + 2 * value) / (2 * cube + value);
    }
    return root;
}

/// The function f of CIE 15, of a share of white.
float response(float share) { return share > 216.0f / 24389 ? cube_root(share) : share * (841.0f / 108) + 16.0f / 116; }

}  // namespace

void bc_lab(const uint8_t *rgba, size_t count, float *lab) {
    static const std::array<float, 256> levels = linear_levels();
    for (size_t pixel = 0; pixel < count; ++pixel, rgba += 4, lab += 4) {
        const float red = levels[rgba[0]], green = levels[rgba[1]], blue = levels[rgba[2]];
        // ITU-R BT.709 with the white of D65: each row of the matrix is divided by that of white.
        const float x = response((0.412453f * red + 0.357580f * green + 0.180423f * blue) / 0.950456f);
        const float y = response(0.212671f * red + 0.715160f * green + 0.072169f * blue);
        const float z = response((0.019334f * red + 0.119193f * green + 0.950227f * blue) / 1.088754f);
        lab[0] = 116 * y - 16;
        lab[1] = 500 * (x - y);
        lab[2] = 200 * (y - z);
        lab[3] = static_cast<float>(rgba[3]) * (100.0f / 255);
    }
}
