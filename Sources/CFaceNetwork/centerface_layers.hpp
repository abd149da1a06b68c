// The weights of CenterFace.
#pragma once

#include "centerface.hpp"

namespace boundedcrop {

/// The channels of the neck, and those of its maps.
constexpr size_t neck_channels = 24, neck_width = 32;

/// The last block of each level.
constexpr size_t level_ends[] = {1, 4, 11, 15};

struct centerface::layers {
    /// The positions of a cell's values among the sixteen outputs of the heads. The score is before the sigmoid.
    enum channel { score = 0, size = 1, offset = 3, landmarks = 5 };

    convolution stem;
    bottleneck first;
    std::array<bottleneck, 16> blocks;
    /// From the backbone's levels to the neck's, from the finest to the coarsest.
    std::array<convolution, 4> lateral;
    /// From each level of the neck to the next finer one, which has two rows for each row, one by each convolution. Two neighboring pixels
    /// are one pixel of the convolution's outputs. From the finest to the coarsest.
    std::array<std::array<convolution, 2>, 3> enlarging;
    /// 3x3 pixels of the finest level.
    convolution mixing;
    convolution heads;

    /// Throws unreadable_model if the graph is a different network.
    explicit layers(const onnx_graph &graph);
};

}  // namespace boundedcrop
