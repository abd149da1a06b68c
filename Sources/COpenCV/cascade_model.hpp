// A cascade of boosted trees over Haar or LBP features, as opencv_traincascade writes it (P. Viola and M. Jones, CVPR 2001;
// S. Liao and others, ICB 2007).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace boundedcrop {

struct cascade_model {
    struct stage {
        /// The sum below which a window is given up.
        float threshold;
        size_t trees;
    };

    struct node {
        uint32_t feature;
        float threshold;
        /// Above 0 a node of the same tree, further on than this one; otherwise the negative of a leaf's number.
        int32_t left, right;
    };

    struct rectangle {
        int32_t x, y, width, height;
    };

    /// Of Haar: sums of two or three rectangles, weighted; the third's weight may be 0. Of LBP: the top left of 3x3 equal cells.
    struct feature {
        std::array<rectangle, 3> rectangles;
        std::array<float, 3> weights;
        bool is_tilted;
    };

    /// The window that the cascade was trained on.
    int32_t width = 0, height = 0;
    bool is_lbp = false, has_tilted = false;
    std::vector<stage> stages;
    /// The number of nodes of each tree; a tree has one leaf more. Trees, nodes and leaves stand one after the other.
    std::vector<uint32_t> trees;
    std::vector<node> nodes;
    std::vector<float> leaves;
    /// Of LBP, for each node: which of the 256 patterns go to the left.
    std::vector<std::array<uint32_t, 8>> subsets;
    std::vector<feature> features;

    /// Reads XML and checks all of it: every index is one of something that is there, trees have no loops, features lie inside the window
    /// and numbers are finite. Throws unreadable_model, saying what is wrong.
    cascade_model(const char *xml, size_t length);
};

}  // namespace boundedcrop
