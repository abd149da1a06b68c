// The layers of YuNet of March 2023 (W. Wu, H. Peng, S. Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023).
#pragma once

#include "convolution.hpp"
#include "onnx.hpp"

#include <array>

namespace boundedcrop {

class yunet {
public:
    /// Where a cell's numbers stand among the sixteen channels of a level.
    enum channel { face = 0, object = 1, box = 2, landmarks = 6 };

    /// Throws unreadable_model when the graph is another network.
    explicit yunet(const onnx_graph &graph);

    /// Looks at RGBA pixels. What is below and to the right of them, up to sides that are multiples of 32, is black.
    void run(const unsigned char *rgba, int width, int height);

    /// What was seen, at a cell for each 8, 16 and 32 pixels. Face and object are before the sigmoid.
    std::array<feature_map, 3> levels;

private:
    stem_convolution stem_;
    std::array<separable_convolution, 14> trunk_;
    std::array<separable_convolution, 3> heads_;
    feature_map first_, second_;
    std::array<feature_map, 3> features_, merged_;
};

}  // namespace boundedcrop
