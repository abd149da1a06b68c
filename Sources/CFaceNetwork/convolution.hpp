// The layers of YuNet, on one thread.
//
// The channels of a pixel are stored together in groups of sixteen, as many floats as the widest registers hold; the number of channels of
// every layer is a multiple of that. Layers are computed row by row so that the data stays in the nearest cache.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

namespace boundedcrop {

constexpr size_t lane_count = 16;

/// The values of sixteen channels.
struct alignas(64) lane_group {
    float values[lane_count];
};

/// A picture with many channels. Shrinking keeps the memory; growing discards the contents.
class feature_map {
public:
    size_t width = 0, height = 0, channels = 0;

    void resize(size_t width, size_t height, size_t channels);
    float *row(size_t y) { return groups_->values + y * width * channels; }
    const float *row(size_t y) const { return groups_->values + y * width * channels; }

private:
    struct freed {
        void operator()(lane_group *groups) const { std::free(groups); }
    };

    std::unique_ptr<lane_group, freed> groups_;
    size_t capacity_ = 0;
};

/// The weights of one convolution: for each group of sixteen outputs, the sixteen weights of each input.
struct convolution {
    size_t inputs = 0, outputs = 0;
    std::vector<lane_group> weights, bias;

    convolution() = default;
    convolution(size_t inputs, size_t outputs);
    float &weight(size_t input, size_t output);
    float &offset(size_t output);
};

/// A pointwise convolution over the channels, then a depthwise convolution of 3x3 pixels.
class separable_convolution {
public:
    convolution pointwise;
    /// Nine inputs: the pixels of three rows, from left to right.
    convolution depthwise;
    /// Whether negative values become 0.
    bool rectifies = true;
    /// Whether 2x2 max pooling follows.
    bool pools = false;

    /// Requests each input row once, from top to bottom.
    void run(size_t width, size_t height, const std::function<const float *(size_t)> &row, feature_map &output);
    void run(const feature_map &input, feature_map &output);

private:
    std::vector<lane_group> lines_;
};

/// A convolution of 3x3 pixels of blue, green and red with stride 2, followed by rectification.
class stem_convolution {
public:
    /// 27 inputs: three rows of three pixels of three channels.
    convolution weights;

    /// Starts with an RGBA picture, padded with black on the right and at the bottom.
    void start(const unsigned char *rgba, size_t width, size_t height, size_t padded_width);
    /// Returns the output rows in order, from 0. Each is valid until the next call.
    const float *row(size_t y);

private:
    float *line(size_t index);
    const float *read(size_t y);

    const unsigned char *rgba_ = nullptr;
    size_t width_ = 0, height_ = 0, padded_width_ = 0;
    std::vector<float> lines_;
    std::vector<lane_group> output_;
};

/// 2x2 max pooling.
void pool(const feature_map &input, feature_map &output);
/// Adds a map of half the size, each of its pixels to four pixels.
void add_enlarged(const feature_map &half, feature_map &map);

}  // namespace boundedcrop
