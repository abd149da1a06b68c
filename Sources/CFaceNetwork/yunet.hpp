// The layers of YuNet, March 2023 (W. Wu, H. Peng, S. Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023).
#pragma once

#include "face_network.hpp"
#include "onnx.hpp"
#include "separable.hpp"

#include <array>

namespace boundedcrop {

class yunet : public face_network {
public:
    /// The positions of a cell's values among the sixteen channels of a level. Face and object are before the sigmoid.
    enum channel { face = 0, object = 1, box = 2, landmarks = 6 };

    /// Throws unreadable_model if the graph is a different network.
    explicit yunet(const onnx_graph &graph);

    /// Whether the graph has as many outputs as this network: four for each of three levels.
    static bool has_outputs_of(const onnx_graph &graph) { return graph.outputs.size() == 12; }

    void find(const uint8_t *rgba, size_t width, size_t height, double threshold, face_list &found) override;
    int32_t kind() const override { return BC_YUNET; }
    std::unique_ptr<face_network> twin() const override;

private:
    struct layers;

    explicit yunet(std::shared_ptr<const layers> shared);
    /// Decodes all cells of one level whose score reaches the threshold.
    static void decode(const feature_map &level, double stride, double threshold, face_list &found);

    std::shared_ptr<const layers> layers_;
    stem_convolution stem_;
    std::vector<lane_group> stem_row_;
    separable_lines lines_;
    feature_map first_, second_;
    /// `levels_` has one cell per 8, 16 and 32 pixels.
    std::array<feature_map, 3> features_, merged_, levels_;
};

}  // namespace boundedcrop
