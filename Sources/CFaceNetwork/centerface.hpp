// The layers of CenterFace (Y. Xu et al., "CenterFace: Joint Face Detection and Alignment Using Face as Point", 2019).
#pragma once

#include "bottleneck.hpp"
#include "face_network.hpp"
#include "onnx.hpp"

namespace boundedcrop {

class centerface : public face_network {
public:
    /// Throws unreadable_model if the graph is a different network.
    explicit centerface(const onnx_graph &graph);

    /// Whether the graph has as many outputs as this network: score, size, offset and landmarks.
    static bool has_outputs_of(const onnx_graph &graph) { return graph.outputs.size() == 4; }

    void find(const uint8_t *rgba, size_t width, size_t height, double threshold, face_list &found) override;
    int32_t kind() const override { return BC_CENTERFACE; }
    std::unique_ptr<face_network> twin() const override;

    /// The weights, which do not change.
    struct layers;

private:
    explicit centerface(std::shared_ptr<const layers> shared);
    void run_backbone(const uint8_t *rgba, size_t width, size_t height);

    std::shared_ptr<const layers> layers_;
    stem_convolution stem_;
    first_bottleneck first_;
    bottleneck_lines lines_;
    /// What the blocks make in turn, and of those what the neck needs: one pixel for 4, 8, 16 and 32 pixels of the picture.
    std::array<feature_map, 2> maps_;
    std::array<feature_map, 4> levels_;
    /// The levels of the neck for 8, 16 and 32 pixels. That for 4 pixels is never whole.
    std::array<feature_map, 3> merged_;
    sliding_rows finest_;
    std::vector<lane_group> mixed_, cells_;
};

}  // namespace boundedcrop
