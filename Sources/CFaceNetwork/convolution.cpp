#include "convolution.hpp"
#include "cancellation.hpp"
#include "processors.hpp"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace boundedcrop {

namespace {

// Only for local variables: how it is passed to functions depends on the processor.
typedef float lanes __attribute__((vector_size(64)));

LOOP const lanes &at(const float *values) { return *reinterpret_cast<const lanes *>(values); }
LOOP lanes &at(float *values) { return *reinterpret_cast<lanes *>(values); }

/// The input for one row of a convolution over all inputs: `taps` neighboring values from each of the rows, advancing by `step` values per
/// output pixel.
struct row_input {
    const float *const *rows;
    size_t row_count, step, taps;
};

/// Computes neighboring pixels and groups of channels together: each weight is loaded once for all pixels, each value once for all groups.
template <size_t pixels, size_t groups>
LOOP void sum_pixels(const row_input &input, size_t x, const float *weights, const float *bias, bool rectifies, float *output,
                     size_t channels) {
    const size_t next_group = input.row_count * input.taps * lane_count;
    lanes sums[groups][pixels];
    for (size_t group = 0; group < groups; ++group) {
        for (size_t pixel = 0; pixel < pixels; ++pixel) { sums[group][pixel] = at(bias + group * lane_count); }
    }
    for (size_t row = 0; row < input.row_count; ++row) {
        const float *values = input.rows[row] + x * input.step;
        for (size_t tap = 0; tap < input.taps; ++tap, weights += lane_count) {
            for (size_t pixel = 0; pixel < pixels; ++pixel) {
                for (size_t group = 0; group < groups; ++group) {
                    sums[group][pixel] += at(weights + group * next_group) * values[pixel * input.step + tap];
                }
            }
        }
    }
    for (size_t group = 0; group < groups; ++group) {
        for (size_t pixel = 0; pixel < pixels; ++pixel) {
            const lanes sum = sums[group][pixel];
            at(output + (x + pixel) * channels + group * lane_count) = rectifies ? (sum > 0 ? sum : lanes{}) : sum;
        }
    }
}

template <size_t pixels, size_t groups>
LOOP void sum_groups(const row_input &input, const float *weights, const float *bias, size_t channels, bool rectifies, float *output,
                     size_t width) {
    const size_t step = groups * lane_count;
    for (size_t first = 0; first < channels; first += step) {
        const float *own = weights + first * input.row_count * input.taps;
        size_t x = 0;
        for (; x + pixels <= width; x += pixels) {
            sum_pixels<pixels, groups>(input, x, own, bias + first, rectifies, output + first, channels);
        }
        for (; x < width; ++x) { sum_pixels<1, groups>(input, x, own, bias + first, rectifies, output + first, channels); }
    }
}

// As many sums as there are registers: sixteen, of which a group takes two, or thirty-two, of which it takes one.

LOOP void sum_row(const row_input &input, const float *weights, const float *bias, size_t channels, bool rectifies, float *output,
                  size_t width) {
    sum_groups<6, 1>(input, weights, bias, channels, rectifies, output, width);
}

LOOP void sum_wide_row(const row_input &input, const float *weights, const float *bias, size_t channels, bool rectifies, float *output,
                       size_t width) {
    if (channels % (2 * lane_count) == 0) {
        sum_groups<6, 2>(input, weights, bias, channels, rectifies, output, width);
    } else {
        sum_groups<12, 1>(input, weights, bias, channels, rectifies, output, width);
    }
}

/// Computes neighboring pixels together: each value is loaded once for the up to three pixels that use it.
template <size_t pixels>
LOOP void sum_neighbours(const float *const *rows, size_t x, const float *weights, const float *bias, size_t channels, bool rectifies,
                         float *output) {
    lanes sums[pixels];
    for (size_t pixel = 0; pixel < pixels; ++pixel) { sums[pixel] = at(bias); }
#pragma unroll
    for (size_t row = 0; row < 3; ++row) {
#pragma unroll
        for (size_t column = 0; column < pixels + 2; ++column) {
            const lanes values = at(rows[row] + (x + column) * channels);
#pragma unroll
            for (size_t tap = 0; tap < 3; ++tap) {
                const size_t pixel = column - tap;
                if (pixel < pixels) { sums[pixel] += at(weights + (row * 3 + tap) * lane_count) * values; }
            }
        }
    }
    for (size_t pixel = 0; pixel < pixels; ++pixel) {
        at(output + (x + pixel) * channels) = rectifies ? (sums[pixel] > 0 ? sums[pixel] : lanes{}) : sums[pixel];
    }
}

/// A row of a depthwise convolution, from three rows that start one pixel before the output's.
LOOP void sum_channels(const float *const *rows, const float *weights, const float *bias, size_t channels, bool rectifies, float *output,
                       size_t width) {
    const size_t pixels = 4;
    for (size_t group = 0; group < channels; group += lane_count) {
        const float *const inputs[] = {rows[0] + group, rows[1] + group, rows[2] + group};
        const float *own = weights + group * 9;
        size_t x = 0;
        for (; x + pixels <= width; x += pixels) {
            sum_neighbours<pixels>(inputs, x, own, bias + group, channels, rectifies, output + group);
        }
        for (; x < width; ++x) { sum_neighbours<1>(inputs, x, own, bias + group, channels, rectifies, output + group); }
    }
}

/// The maximum of each 2x2 pixels of two rows.
void pool_row(const float *upper, const float *lower, size_t channels, float *output, size_t width) {
    for (size_t x = 0; x < width; ++x, upper += 2 * channels, lower += 2 * channels, output += channels) {
        for (size_t channel = 0; channel < channels; ++channel) {
            const float left = std::max(upper[channel], lower[channel]);
            const float right = std::max(upper[channels + channel], lower[channels + channel]);
            output[channel] = std::max(left, right);
        }
    }
}

size_t groups(size_t channels) { return (channels + lane_count - 1) / lane_count; }

}  // namespace

void feature_map::resize(size_t new_width, size_t new_height, size_t new_channels) {
    width = new_width;
    height = new_height;
    channels = new_channels;
    const size_t needed = width * height * groups(channels) * sizeof(lane_group);
    if (needed <= capacity_) { return; }
    // With small pages, which the kernel provides one by one, allocation would take most of the time of a process that detects only once.
    const size_t huge_page = 2 << 20, alignment = needed < huge_page / 2 ? sizeof(lane_group) : huge_page;
    groups_.reset();
    capacity_ = (needed + alignment - 1) / alignment * alignment;
    groups_.reset(static_cast<lane_group *>(std::aligned_alloc(alignment, capacity_)));
    if (!groups_) {
        capacity_ = 0;
        throw std::bad_alloc();
    }
#ifdef MADV_HUGEPAGE
    if (alignment == huge_page) { madvise(groups_.get(), capacity_, MADV_HUGEPAGE); }
#endif
}

convolution::convolution(size_t input_count, size_t output_count)
    : inputs(input_count), outputs(output_count), weights(inputs * groups(outputs)), bias(groups(outputs)) {}

float &convolution::weight(size_t input, size_t output) {
    return weights[output / lane_count * inputs + input].values[output % lane_count];
}

float &convolution::offset(size_t output) { return bias[output / lane_count].values[output % lane_count]; }

void separable_convolution::run(const feature_map &input, feature_map &output) {
    run(input.width, input.height, [&](size_t y) { return input.row(y); }, output);
}

void separable_convolution::run(size_t width, size_t height, const std::function<const float *(size_t)> &row, feature_map &output) {
    const size_t channels = pointwise.outputs;
    if (pools) {
        output.resize(width / 2, height / 2, channels);
    } else {
        output.resize(width, height, channels);
    }
    // Three lines in rotation, and a line of zeros for rows above and below the picture, each with a zero pixel at both ends; then two
    // lines for pooling.
    const size_t line = (width + 2) * channels;
    lines_.assign((pools ? 6 : 4) * line / lane_count, lane_group{});
    float *lines = lines_.data()->values;
    const float *nothing = lines + 3 * line;
    const auto prepare = [&](size_t y) {
        const float *values = row(y);
        const row_input one_row = {&values, 1, pointwise.inputs, pointwise.inputs};
        run_loop<sum_row, sum_wide_row>(one_row, pointwise.weights.data()->values, pointwise.bias.data()->values, channels, false,
                                        lines + y % 3 * line + channels, width);
    };
    prepare(0);
    for (size_t y = 0; y < height; ++y) {
        check_cancelled();
        if (y + 1 < height) { prepare(y + 1); }
        const float *rows[] = {y > 0 ? lines + (y - 1) % 3 * line : nothing, lines + y % 3 * line,
                               y + 1 < height ? lines + (y + 1) % 3 * line : nothing};
        float *result = pools ? lines + (4 + y % 2) * line : output.row(y);
        run_loop<sum_channels>(rows, depthwise.weights.data()->values, depthwise.bias.data()->values, channels, rectifies, result, width);
        if (pools && y % 2 == 1) { pool_row(lines + 4 * line, lines + 5 * line, channels, output.row(y / 2), output.width); }
    }
}

void stem_convolution::start(const unsigned char *rgba, size_t width, size_t height, size_t padded_width) {
    rgba_ = rgba;
    width_ = width;
    height_ = height;
    padded_width_ = padded_width;
    lines_.assign(3 * 3 * (padded_width + 2), 0);
    output_.resize(padded_width / 2 * groups(weights.outputs));
}

const float *stem_convolution::row(size_t y) {
    // The first line is the last line of the previous row; above the picture it is zero.
    const float *rows[] = {line(2 * y), read(2 * y), read(2 * y + 1)};
    const row_input three_rows = {rows, 3, 6, 9};
    run_loop<sum_row, sum_wide_row>(three_rows, weights.weights.data()->values, weights.bias.data()->values, weights.outputs, true,
                                    output_.data()->values, padded_width_ / 2);
    return output_.data()->values;
}

float *stem_convolution::line(size_t index) { return lines_.data() + index % 3 * (padded_width_ + 2) * 3; }

const float *stem_convolution::read(size_t y) {
    float *values = line(y + 1);
    if (y >= height_) {
        std::fill_n(values, (padded_width_ + 2) * 3, 0.0f);
        return values;
    }
    const unsigned char *pixel = rgba_ + y * width_ * 4;
    for (size_t x = 1; x <= width_; ++x, pixel += 4) {
        for (size_t channel = 0; channel < 3; ++channel) { values[x * 3 + channel] = pixel[2 - channel]; }
    }
    return values;
}

void pool(const feature_map &input, feature_map &output) {
    output.resize(input.width / 2, input.height / 2, input.channels);
    for (size_t y = 0; y < output.height; ++y) {
        check_cancelled();
        pool_row(input.row(2 * y), input.row(2 * y + 1), input.channels, output.row(y), output.width);
    }
}

void add_enlarged(const feature_map &half, feature_map &map) {
    const size_t channels = map.channels;
    for (size_t y = 0; y < map.height; ++y) {
        check_cancelled();
        float *result = map.row(y);
        for (size_t x = 0; x < map.width; ++x, result += channels) {
            const float *added = half.row(y / 2) + x / 2 * channels;
            for (size_t channel = 0; channel < channels; ++channel) { result[channel] += added[channel]; }
        }
    }
}

}  // namespace boundedcrop
