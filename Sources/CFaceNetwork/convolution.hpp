// Convolutions, on one thread.
//
// The channels of a pixel are stored together in groups of sixteen, as many floats as the widest registers hold; the number of channels of
// every map is a multiple of that. Layers are computed row by row so that the data stays in the nearest cache.
#pragma once

#include "feature_map.hpp"

#include <array>
#include <vector>

namespace boundedcrop {

/// The weights of one convolution: for each group of sixteen outputs, the sixteen weights of each input.
struct convolution {
    size_t inputs = 0, outputs = 0;
    std::vector<lane_group> weights, bias;

    convolution() = default;
    convolution(size_t inputs, size_t outputs);
    float &weight(size_t input, size_t output) {
        return weights[output / lane_count * inputs + input].values[output % lane_count];
    }
    float &offset(size_t output) { return bias[output / lane_count].values[output % lane_count]; }
    /// The outputs, and those that fill the last group, which are 0.
    size_t channels() const { return bias.size() * lane_count; }
};

/// A row of a convolution over all inputs.
struct row_convolution {
    /// `taps` neighboring values from each of the rows, advancing by `step` values per output pixel.
    const float *const *rows;
    size_t row_count, step, taps;
    /// The weights of the first group of outputs; `next_group` values behind them are those of the next group.
    const float *weights;
    size_t next_group;
    /// Null if the sums begin with 0.
    const float *bias;
    /// The output pixels have this number of values, a multiple of sixteen.
    size_t channels, width;
    float *output;
    /// Whether negative sums become 0.
    bool rectifies = false;
    /// Values that are added at the end, arranged like the output, which they may be; or null.
    const float *added = nullptr;

    void run() const;
};

/// The row of a convolution of 1x1 pixels, whose input has `step` values per pixel. `input` must stay valid.
row_convolution pointwise_row(const convolution &weights, const float *const &input, size_t step, float *output, size_t width);

/// A row of a convolution of 3x3 pixels of each channel by itself.
struct depthwise_row {
    /// Three rows, which start one pixel before the output's.
    const float *const *rows;
    /// For each group of sixteen channels, nine weights.
    const float *weights, *bias;
    size_t channels, width;
    float *output;
    /// Of the input's columns; 1 or 2.
    size_t stride = 1;
    bool rectifies = true;

    void run() const;
};

/// Three neighboring rows in rotation, with a pixel of zeros at both ends, and rows of zeros above and below the picture.
class sliding_rows {
public:
    void start(size_t width, size_t height, size_t channels);

    /// The rows around row `y`, starting with the pixel of zeros. `make(row, values)` is called once for each row, from top to bottom.
    template <typename Make>
    const float *const *around(size_t y, const Make &make) {
        for (; made_ < height_ && made_ <= y + 1; ++made_) { make(made_, row(made_) + channels_); }
        for (size_t index = 0; index < 3; ++index) {
            const bool is_inside = y + index >= 1 && y + index <= height_;
            around_[index] = row(is_inside ? y + index - 1 : nothing);
        }
        return around_.data();
    }

private:
    static constexpr size_t nothing = ~size_t{0};

    float *row(size_t y) { return lines_.data()->values + (y == nothing ? 3 : y % 3) * (width_ + 2) * channels_; }

    size_t width_ = 0, height_ = 0, channels_ = 0, made_ = 0;
    std::vector<lane_group> lines_;
    std::array<const float *, 3> around_{};
};

/// A convolution of 3x3 pixels of three colors with stride 2, followed by rectification.
class stem_convolution {
public:
    enum class order { rgb, bgr };

    /// The convolution has 27 inputs: three rows of three pixels of three colors. It must stay valid.
    stem_convolution(const convolution &weights, order colors) : weights_(&weights), colors_(colors) {}

    /// Starts with an RGBA picture, padded with black on the right and at the bottom.
    void start(const unsigned char *rgba, size_t width, size_t height, size_t padded_width);
    /// Computes the output rows in order, from 0.
    void row(size_t y, float *output);

private:
    float *line(size_t index);
    const float *read(size_t y);

    const convolution *weights_;
    order colors_;
    const unsigned char *rgba_ = nullptr;
    size_t width_ = 0, height_ = 0, padded_width_ = 0;
    std::vector<float> lines_;
};

}  // namespace boundedcrop
