#include "convolution.hpp"
#include "processors.hpp"

#include <algorithm>

namespace boundedcrop {

namespace {

// Only for local variables: how it is passed to functions depends on the processor.
typedef float lanes __attribute__((vector_size(64)));

LOOP const lanes &at(const float *values) { return *reinterpret_cast<const lanes *>(values); }
LOOP lanes &at(float *values) { return *reinterpret_cast<lanes *>(values); }

/// Computes neighboring pixels and groups of channels together: each weight is loaded once for all pixels, each value once for all groups.
template <size_t pixels, size_t groups>
LOOP void sum_pixels(const row_convolution &row, size_t x, size_t channel) {
    const float *weights = row.weights + channel / lane_count * row.next_group;
    lanes sums[groups][pixels];
#pragma unroll
    for (size_t group = 0; group < groups; ++group) {
        const lanes bias = row.bias ? at(row.bias + channel + group * lane_count) : lanes{};
#pragma unroll
        for (size_t pixel = 0; pixel < pixels; ++pixel) { sums[group][pixel] = bias; }
    }
    for (size_t index = 0; index < row.row_count; ++index) {
        const float *values = row.rows[index] + x * row.step;
        for (size_t tap = 0; tap < row.taps; ++tap, weights += lane_count) {
#pragma unroll
            for (size_t pixel = 0; pixel < pixels; ++pixel) {
#pragma unroll
                for (size_t group = 0; group < groups; ++group) {
                    sums[group][pixel] += at(weights + group * row.next_group) * values[pixel * row.step + tap];
                }
            }
        }
    }
#pragma unroll
    for (size_t pixel = 0; pixel < pixels; ++pixel) {
#pragma unroll
        for (size_t group = 0; group < groups; ++group) {
            const size_t place = (x + pixel) * row.channels + channel + group * lane_count;
            lanes sum = sums[group][pixel];
            if (row.rectifies) { sum = sum > 0 ? sum : lanes{}; }
            at(row.output + place) = row.added ? sum + at(row.added + place) : sum;
        }
    }
}

template <size_t pixels, size_t groups>
LOOP void sum_from(const row_convolution &row, size_t x, size_t channel) {
    for (; x + pixels <= row.width; x += pixels) { sum_pixels<pixels, groups>(row, x, channel); }
    if constexpr (pixels > 1) { sum_from<pixels / 2, groups>(row, x, channel); }
}

template <size_t pixels, size_t groups>
LOOP void sum_groups(const row_convolution &row) {
    for (size_t channel = 0; channel < row.channels; channel += groups * lane_count) { sum_from<pixels, groups>(row, 0, channel); }
}

// As many sums as there are registers: sixteen, of which a group takes two, or thirty-two, of which it takes one.

LOOP void sum_row(const row_convolution &row) { sum_groups<6, 1>(row); }

LOOP void sum_wide_row(const row_convolution &row) {
    if (row.channels % (3 * lane_count) == 0) {
        sum_groups<8, 3>(row);
    } else if (row.channels % (2 * lane_count) == 0) {
        sum_groups<12, 2>(row);
    } else {
        sum_groups<12, 1>(row);
    }
}

/// Computes neighboring pixels together: each value is loaded once for the up to three pixels that use it.
template <size_t pixels, size_t stride>
LOOP void sum_neighbours(const float *const *rows, const float *weights, const float *bias, size_t channels, bool rectifies, size_t x,
                         float *output) {
    lanes sums[pixels];
    for (size_t pixel = 0; pixel < pixels; ++pixel) { sums[pixel] = at(bias); }
#pragma unroll
    for (size_t row = 0; row < 3; ++row) {
#pragma unroll
        for (size_t column = 0; column < (pixels - 1) * stride + 3; ++column) {
            const lanes values = at(rows[row] + (x * stride + column) * channels);
#pragma unroll
            for (size_t tap = 0; tap < 3; ++tap) {
                const size_t pixel = (column - tap) / stride;
                if (column >= tap && (column - tap) % stride == 0 && pixel < pixels) {
                    sums[pixel] += at(weights + (row * 3 + tap) * lane_count) * values;
                }
            }
        }
    }
    for (size_t pixel = 0; pixel < pixels; ++pixel) {
        at(output + (x + pixel) * channels) = rectifies ? (sums[pixel] > 0 ? sums[pixel] : lanes{}) : sums[pixel];
    }
}

template <size_t stride>
LOOP void sum_channels(const depthwise_row &row) {
    const size_t pixels = 4, channels = row.channels, width = row.width;
    const bool rectifies = row.rectifies;
    for (size_t group = 0; group < channels; group += lane_count) {
        const float *const rows[] = {row.rows[0] + group, row.rows[1] + group, row.rows[2] + group};
        const float *weights = row.weights + group * 9, *bias = row.bias + group;
        float *output = row.output + group;
        size_t x = 0;
        for (; x + pixels <= width; x += pixels) {
            sum_neighbours<pixels, stride>(rows, weights, bias, channels, rectifies, x, output);
        }
        for (; x < width; ++x) { sum_neighbours<1, stride>(rows, weights, bias, channels, rectifies, x, output); }
    }
}

}  // namespace

convolution::convolution(size_t input_count, size_t output_count)
    : inputs(input_count), outputs(output_count), weights(inputs * group_count(outputs)), bias(group_count(outputs)) {}

void row_convolution::run() const { run_loop<sum_row, sum_wide_row>(*this); }

void depthwise_row::run() const {
    if (stride == 1) {
        run_loop<sum_channels<1>>(*this);
    } else {
        run_loop<sum_channels<2>>(*this);
    }
}

row_convolution pointwise_row(const convolution &weights, const float *const &input, size_t step, float *output, size_t width) {
    return {&input,
            1,
            step,
            weights.inputs,
            weights.weights.data()->values,
            weights.inputs * lane_count,
            weights.bias.data()->values,
            weights.channels(),
            width,
            output};
}

void sliding_rows::start(size_t width, size_t height, size_t channels) {
    width_ = width;
    height_ = height;
    channels_ = channels;
    made_ = 0;
    lines_.assign(4 * (width + 2) * group_count(channels), lane_group{});
}

void stem_convolution::start(const unsigned char *rgba, size_t width, size_t height, size_t padded_width) {
    rgba_ = rgba;
    width_ = width;
    height_ = height;
    padded_width_ = padded_width;
    lines_.assign(3 * 3 * (padded_width + 2), 0);
}

void stem_convolution::row(size_t y, float *output) {
    // The first line is the last line of the previous row; above the picture it is zero.
    const float *rows[] = {line(2 * y), read(2 * y), read(2 * y + 1)};
    row_convolution row = pointwise_row(*weights_, rows[0], 6, output, padded_width_ / 2);
    row.rows = rows;
    row.row_count = 3;
    row.taps = 9;
    row.rectifies = true;
    row.run();
}

float *stem_convolution::line(size_t index) { return lines_.data() + index % 3 * (padded_width_ + 2) * 3; }

const float *stem_convolution::read(size_t y) {
    float *values = line(y + 1);
    if (y >= height_) {
        std::fill_n(values, (padded_width_ + 2) * 3, 0.0f);
        return values;
    }
    const unsigned char *pixel = rgba_ + y * width_ * 4;
    const size_t first = colors_ == order::rgb ? 0 : 2;
    for (size_t x = 1; x <= width_; ++x, pixel += 4) {
        values[x * 3] = pixel[first];
        values[x * 3 + 1] = pixel[1];
        values[x * 3 + 2] = pixel[2 - first];
    }
    return values;
}

}  // namespace boundedcrop
