// The layers that YuNet is made of, on one thread.
//
// The channels of a pixel stand together, sixteen at a time: as many floats as the widest registers hold, and every layer's channels are a
// multiple of that. The layers work by rows that stay in the nearest cache.
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

/// A picture of many channels. Shrinking keeps the memory; growing forgets what was in it.
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

/// Weights of one convolution: for each group of sixteen outputs, the weights of each input for the sixteen.
struct convolution {
    size_t inputs = 0, outputs = 0;
    std::vector<lane_group> weights, bias;

    convolution() = default;
    convolution(size_t inputs, size_t outputs);
    float &weight(size_t input, size_t output);
    float &offset(size_t output);
};

/// A convolution over the channels of each pixel, then one of 3x3 pixels for each channel by itself.
class separable_convolution {
public:
    convolution pointwise;
    /// Nine inputs: the pixels of three rows, from left to right.
    convolution depthwise;
    /// Whether what is below 0 becomes 0.
    bool rectifies = true;
    /// Whether the largest of each 2x2 pixels is kept, and nothing else.
    bool pools = false;

    /// Asks for the input's rows once each, from the top.
    void run(size_t width, size_t height, const std::function<const float *(size_t)> &row, feature_map &output);
    void run(const feature_map &input, feature_map &output);

private:
    std::vector<lane_group> lines_;
};

/// A convolution of 3x3 pixels of blue, green and red, of every second pixel, that rectifies.
class stem_convolution {
public:
    /// 27 inputs: three rows of three pixels of three channels.
    convolution weights;

    /// Begins with a picture of RGBA. To the right and below, up to the sides given here, is black.
    void start(const unsigned char *rgba, size_t width, size_t height, size_t padded_width);
    /// The output's rows one after the other, from 0; each is there until the next is asked for.
    const float *row(size_t y);

private:
    float *line(size_t index);
    const float *read(size_t y);

    const unsigned char *rgba_ = nullptr;
    size_t width_ = 0, height_ = 0, padded_width_ = 0;
    std::vector<float> lines_;
    std::vector<lane_group> output_;
};

/// The largest of each 2x2 pixels.
void pool(const feature_map &input, feature_map &output);
/// Adds a map of half the size, each of its pixels to four.
void add_enlarged(const feature_map &half, feature_map &map);

}  // namespace boundedcrop
