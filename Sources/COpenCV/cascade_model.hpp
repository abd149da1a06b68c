// A cascade of boosted trees over Haar or LBP features, in the format of opencv_traincascade (P. Viola and M. Jones, CVPR 2001; S. Liao and
// others, ICB 2007).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace boundedcrop {

struct cascade_model {
    struct stage {
        /// A window whose sum is below this is rejected.
        float threshold;
        size_t trees;
    };

    struct node {
        uint32_t feature;
        float threshold;
        /// If positive, a later node of the same tree; otherwise the negated index of a leaf.
        int32_t left, right;
    };

    struct rectangle {
        int32_t x, y, width, height;
    };

    /// Haar: a weighted sum of two or three rectangles; the third weight may be 0. LBP: the top left cell of 3x3 equal cells.
    struct feature {
        std::array<rectangle, 3> rectangles;
        std::array<float, 3> weights;
        bool is_tilted;
    };

    /// The size of the training window.
    int32_t width = 0, height = 0;
    bool is_lbp = false, has_tilted = false;
    std::vector<stage> stages;
    /// The number of nodes of each tree; a tree has one more leaf than nodes. Trees, nodes and leaves are stored consecutively.
    std::vector<uint32_t> trees;
    std::vector<node> nodes;
    std::vector<float> leaves;
    /// For each LBP node, the subset of the 256 patterns that branches to the left.
    std::vector<std::array<uint32_t, 8>> subsets;
    std::vector<feature> features;

    /// Reads XML and validates it completely: all indices are in range, trees have no loops, features lie inside the window and numbers are
    /// finite. Throws unreadable_model with the reason.
    cascade_model(const char *xml, size_t length);
};

}  // namespace boundedcrop
