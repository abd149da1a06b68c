// Resamples a window with fractional edges, which cv::resize cannot do. With whole pixels only, a crop from a picture decoded at an eighth
// of its size would be off by up to eight original pixels.
//
// Both axes are weighted sums. Rows are summed first, into one line of floats, which is then summed along. There is no intermediate
// picture, and every source pixel is read once when shrinking.
#include "CPixelKernels.h"
#include "cubic.hpp"
#include "guarded.hpp"
#include "processors.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using boundedcrop::check_cancelled;
using boundedcrop::cubic;
using boundedcrop::guarded;
using boundedcrop::is_picture;
using boundedcrop::run_loop;

// Fused multiplications, which not all processors have, would make other pixels.
#pragma clang fp contract(off)

namespace {

/// The source pixels that contribute to one output pixel along one axis.
struct taps {
    int first;
    int count;
    size_t weights;
};

struct axis {
    std::vector<taps> pixels;
    std::vector<float> weights;
};

constexpr int longest_output_side = 65535;

/// Positions outside the picture, which are at most a millionth of a pixel away due to rounding, use its edge; this includes a window that
/// lies entirely outside.
axis weights_along(double start, double length, int source_length, int output_length) {
    const double step = length / output_length;
    const int lowest = std::clamp(static_cast<int>(std::floor(start)), 0, source_length - 1);
    const int highest = std::clamp(static_cast<int>(std::ceil(start + length)) - 1, lowest, source_length - 1);
    axis result;
    std::vector<double> row;
    for (int output = 0; output < output_length; ++output) {
        const double from = start + output * step;
        const double to = from + step;
        const double center = (from + to) / 2;
        const bool shrinks = step >= 1;
        int first = static_cast<int>(std::floor(shrinks ? from : center - 2));
        int last = static_cast<int>(std::ceil(shrinks ? to : center + 2)) - 1;
        const int kept_first = std::clamp(first, lowest, highest);
        const int kept_last = std::clamp(last, lowest, highest);
        row.assign(static_cast<size_t>(kept_last - kept_first + 1), 0);
        double sum = 0;
        for (int index = first; index <= last; ++index) {
            const double weight = shrinks ? std::max(0.0, std::min(to, index + 1.0) - std::max(from, double(index)))
                                          : cubic(index + 0.5 - center);
            row[static_cast<size_t>(std::clamp(index, kept_first, kept_last) - kept_first)] += weight;
            sum += weight;
        }
        result.pixels.push_back({kept_first, static_cast<int>(row.size()), result.weights.size()});
        for (double weight : row) { result.weights.push_back(static_cast<float>(weight / sum)); }
    }
    return result;
}

LOOP void set_row(const uint8_t *row, float weight, float *sums, size_t count) {
    for (size_t index = 0; index < count; ++index) { sums[index] = weight * row[index]; }
}

LOOP void add_row(const uint8_t *row, float weight, float *sums, size_t count) {
    for (size_t index = 0; index < count; ++index) { sums[index] += weight * row[index]; }
}

uint8_t rounded(float value) { return static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f)); }

void write_gray(const float *sums, const axis &columns, int offset, uint8_t *output) {
    for (const taps &pixel : columns.pixels) {
        const float *weights = &columns.weights[pixel.weights];
        const float *values = sums + (pixel.first - offset);
        float sum = 0;
        for (int tap = 0; tap < pixel.count; ++tap) { sum += weights[tap] * values[tap]; }
        *output++ = rounded(sum);
    }
}

typedef float four_floats __attribute__((vector_size(16), aligned(4)));
typedef int32_t four_numbers __attribute__((vector_size(16)));
typedef uint8_t four_bytes __attribute__((vector_size(4), aligned(1)));

LOOP void write_rgba(const float *sums, const axis &columns, int offset, uint8_t *output) {
    const float *weights = columns.weights.data();
    for (const taps &pixel : columns.pixels) {
        const float *values = sums + 4 * (pixel.first - offset);
        four_floats sum = {0.5f, 0.5f, 0.5f, 0.5f};
        for (int tap = 0; tap < pixel.count; ++tap) { sum += *weights++ * *reinterpret_cast<const four_floats *>(values + 4 * tap); }
        four_numbers rounded = __builtin_convertvector(sum, four_numbers);
        rounded = rounded < 0 ? four_numbers{} : rounded;
        // The cubic kernel overshoots, but a premultiplied color must not exceed its alpha.
        const int32_t alpha = std::min(rounded[3], 255);
        const four_numbers most = {alpha, alpha, alpha, alpha};
        *reinterpret_cast<four_bytes *>(output) = __builtin_convertvector(rounded > most ? most : rounded, four_bytes);
        output += 4;
    }
}

}  // namespace

int32_t bc_resample(const uint8_t *source, int32_t source_width, int32_t source_height, int32_t channels, bc_window window,
                    uint8_t *destination, int32_t width, int32_t height, bc_error *error) {
    return guarded(error, [&] {
        const double tolerance = 1e-6;
        const bool inside = window.x >= -tolerance && window.y >= -tolerance && window.width > 0 && window.height > 0 &&
                            window.x + window.width <= source_width + tolerance &&
                            window.y + window.height <= source_height + tolerance;
        if (!is_picture(source_width, source_height) || !is_picture(width, height) || std::max(width, height) > longest_output_side) {
            return bc_report(error, BC_INVALID_ARGUMENT, "sides must be 1 to 2^28 pixels, those of the output at most 65535");
        }
        if (!inside || (channels != 1 && channels != 4)) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the window must lie inside the picture, with 1 or 4 channels");
        }
        const axis columns = weights_along(window.x, window.width, source_width, width);
        const axis rows = weights_along(window.y, window.height, source_height, height);
        const int offset = columns.pixels.front().first;
        const int end = columns.pixels.back().first + columns.pixels.back().count;
        const size_t line = static_cast<size_t>(end - offset) * static_cast<size_t>(channels);
        const size_t stride = static_cast<size_t>(source_width) * static_cast<size_t>(channels);
        const size_t left = static_cast<size_t>(offset) * static_cast<size_t>(channels);
        std::vector<float> sums(line);
        for (const taps &pixel : rows.pixels) {
            const uint8_t *row = source + stride * static_cast<size_t>(pixel.first) + left;
            for (int tap = 0; tap < pixel.count; ++tap, row += stride) {
                check_cancelled();
                const float weight = rows.weights[pixel.weights + static_cast<size_t>(tap)];
                if (tap == 0) {
                    run_loop<set_row>(row, weight, sums.data(), line);
                } else {
                    run_loop<add_row>(row, weight, sums.data(), line);
                }
            }
            if (channels == 1) {
                write_gray(sums.data(), columns, offset, destination);
            } else {
                run_loop<write_rgba>(sums.data(), columns, offset, destination);
            }
            destination += static_cast<size_t>(width) * static_cast<size_t>(channels);
        }
        return static_cast<int32_t>(BC_OK);
    });
}
