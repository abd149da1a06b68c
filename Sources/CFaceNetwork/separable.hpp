// The layers of YuNet.
#pragma once

#include "convolution.hpp"

#include <functional>

namespace boundedcrop {

/// A pointwise convolution over the channels, then a depthwise convolution of 3x3 pixels.
struct separable_convolution {
    convolution pointwise;
    /// Nine inputs: the pixels of three rows, from left to right.
    convolution depthwise;
    /// Whether negative values become 0.
    bool rectifies = true;
    /// Whether 2x2 max pooling follows.
    bool pools = false;
};

/// What these layers need while they run.
struct separable_lines {
    sliding_rows mixed;
    std::vector<lane_group> pooled;
};

/// Requests each input row once, from top to bottom.
void run(const separable_convolution &layer, size_t width, size_t height, const std::function<const float *(size_t)> &row,
         feature_map &output, separable_lines &lines);
void run(const separable_convolution &layer, const feature_map &input, feature_map &output, separable_lines &lines);

/// 2x2 max pooling.
void pool(const feature_map &input, feature_map &output);
/// Adds a map of half the size, each of its pixels to four pixels.
void add_enlarged(const feature_map &half, feature_map &map);

}  // namespace boundedcrop
