// The blocks of MobileNetV2 (M. Sandler et al., "MobileNetV2: Inverted Residuals and Linear Bottlenecks", 2018).
#pragma once

#include "convolution.hpp"

#include <functional>

namespace boundedcrop {

/// A pointwise convolution to several times the channels, a depthwise convolution of 3x3 pixels, both rectified, and a pointwise
/// convolution back to few channels.
struct bottleneck {
    convolution expansion, depthwise, projection;
    /// 1, or 2 for half the size.
    size_t stride = 1;
    /// Whether the input is added to the output.
    bool adds = false;
};

/// What blocks need while they run.
struct bottleneck_lines {
    sliding_rows expanded;
    std::vector<lane_group> filtered;
};

/// A block without expansion and with stride 1. `row` computes its input rows, from top to bottom.
class first_bottleneck {
public:
    /// The block must stay valid.
    explicit first_bottleneck(const bottleneck &block) : block_(&block) {}
    void start(size_t width, size_t height);
    /// Computes the output rows in order, from 0. Each is valid until the next call.
    const float *row(size_t y, const std::function<void(size_t, float *)> &input);

private:
    const bottleneck *block_;
    size_t width_ = 0;
    bottleneck_lines lines_;
    std::vector<lane_group> output_;
};

/// `row` returns the input rows, of `step` values per pixel. Each is requested once, from top to bottom, by a block of up to 192 expanded
/// channels that does not add its input.
void run(const bottleneck &block, size_t width, size_t height, size_t step, const std::function<const float *(size_t)> &row,
         feature_map &output, bottleneck_lines &lines);
void run(const bottleneck &block, const feature_map &input, feature_map &output, bottleneck_lines &lines);

}  // namespace boundedcrop
