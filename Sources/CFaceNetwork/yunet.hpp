// The layers of YuNet, March 2023 (W. Wu, H. Peng, S. Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023).
#pragma once

#include "convolution.hpp"
#include "onnx.hpp"

#include <array>

namespace boundedcrop {

class yunet {
public:
    /// The positions of a cell's values among the sixteen channels of a level.
    enum channel { face = 0, object = 1, box = 2, landmarks = 6 };

    /// Throws unreadable_model if the graph is a different network.
    explicit yunet(const onnx_graph &graph);

    /// Runs the network on RGBA pixels, padded with black at the bottom and on the right to sides that are multiples of 32 and at least 64.
    void run(const unsigned char *rgba, int width, int height);

    /// The output: a map with one cell per 8, 16 and 32 pixels. Face and object are before the sigmoid.
    std::array<feature_map, 3> levels;

private:
    stem_convolution stem_;
    std::array<separable_convolution, 14> trunk_;
    std::array<separable_convolution, 3> heads_;
    feature_map first_, second_;
    std::array<feature_map, 3> features_, merged_;
};

}  // namespace boundedcrop
