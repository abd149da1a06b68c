#include "yunet.hpp"
#include "cancellation.hpp"
#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace boundedcrop {

namespace {

/// The operators before the heads. C, R, M, E, A: Conv, Relu, MaxPool, Resize, Add.
const char *const trunk_operators = "CRCCRMCCRCCRCCRCCRMCCRCCRMCCRCCRMCCRCCRCCREACCREACCR";
/// Inputs and outputs of the trunk's convolutions, in file order.
const size_t trunk_channels[14][2] = {{16, 16}, {16, 16}, {16, 32}, {32, 32}, {32, 64}, {64, 64}, {64, 64},
                                      {64, 64}, {64, 64}, {64, 64}, {64, 64}, {64, 64}, {64, 64}, {64, 64}};

struct output_kind {
    const char *name;
    size_t first, count;
};

const output_kind kinds[] = {{"cls_", yunet::face, 1}, {"obj_", yunet::object, 1}, {"bbox_", yunet::box, 4}, {"kps_", yunet::landmarks, 10}};
const char *const strides[] = {"8", "16", "32"};

[[noreturn]] void refuse_output(const std::string &name) {
    throw unreadable_model("the network's output " + name + " has a different shape than YuNet's");
}

bool read(const onnx_graph &graph, const onnx_node &pointwise, const onnx_node &depthwise, size_t inputs, size_t first, size_t count,
          separable_convolution &into) {
    return depthwise.inputs.size() == 3 && !pointwise.outputs.empty() && depthwise.inputs[0] == pointwise.outputs[0] &&
           read_convolution(graph, pointwise, {count, inputs, 1, 1}, first, into.pointwise) &&
           read_convolution(graph, depthwise, {count, 1, 3, 3}, first, into.depthwise);
}

/// The last convolution before an output, skipping nodes that only reorder its values.
const onnx_node *convolution_before(const onnx_graph &graph, const std::string &value) {
    const onnx_node *node = maker(graph, value);
    for (size_t steps = 0; node && node->operation != "Conv" && steps < graph.nodes.size(); ++steps) {
        node = node->inputs.empty() ? nullptr : maker(graph, node->inputs[0]);
    }
    return node && node->operation == "Conv" && !node->inputs.empty() ? node : nullptr;
}

char letter(const std::string &operation) {
    if (operation == "Conv") { return 'C'; }
    if (operation == "Relu") { return 'R'; }
    if (operation == "MaxPool") { return 'M'; }
    if (operation == "Resize") { return 'E'; }
    return operation == "Add" ? 'A' : 0;
}

float sigmoid(float value) { return 1 / (1 + std::exp(-value)); }

}  // namespace

/// The layers.
struct yunet::layers {
    convolution stem;
    std::array<separable_convolution, 14> trunk;
    std::array<separable_convolution, 3> heads;

    explicit layers(const onnx_graph &graph);
};

yunet::yunet(const onnx_graph &graph) : yunet(std::make_shared<const layers>(graph)) {}

yunet::yunet(std::shared_ptr<const layers> shared)
    : layers_(std::move(shared)), stem_(layers_->stem, stem_convolution::order::bgr) {}

std::unique_ptr<face_network> yunet::twin() const { return std::unique_ptr<face_network>(new yunet(layers_)); }

yunet::layers::layers(const onnx_graph &graph) {
    for (const output_kind &kind : kinds) {
        for (const char *stride : strides) {
            const std::string name = std::string(kind.name) + stride;
            if (std::find(graph.outputs.begin(), graph.outputs.end(), name) == graph.outputs.end()) {
                throw unreadable_model("not a YuNet 2023 model: it has no output " + name);
            }
        }
    }
    const size_t trunk_length = std::string(trunk_operators).size();
    std::vector<const onnx_node *> nodes;
    std::string operators;
    for (const onnx_node &node : graph.nodes) {
        if (letter(node.operation) == 0 || nodes.size() == trunk_length) { continue; }
        nodes.push_back(&node);
        operators += letter(node.operation);
    }
    const unreadable_model other("not a YuNet 2023 model: its layers differ");
    if (operators != trunk_operators) { throw other; }
    stem = convolution(27, 16);
    if (!read_convolution(graph, *nodes[0], {16, 3, 3, 3}, 0, stem)) { throw other; }

    // The input of each level's heads.
    std::array<std::string, 3> sources;
    size_t layer = 1;
    for (size_t index = 0; index < trunk.size(); ++index) {
        const auto [inputs, outputs] = trunk_channels[index];
        while (operators[layer] != 'C') { ++layer; }
        trunk[index].pointwise = convolution(inputs, outputs);
        trunk[index].depthwise = convolution(9, outputs);
        if (!read(graph, *nodes[layer], *nodes[layer + 1], inputs, 0, outputs, trunk[index]) || nodes[layer + 2]->outputs.empty()) {
            throw other;
        }
        if (index >= 11) { sources[13 - index] = nodes[layer + 2]->outputs[0]; }
        layer += 2;
    }

    // Only pooling uses these outputs. The later pools use features that are also needed at full size.
    trunk[0].pools = true;
    trunk[4].pools = true;

    for (size_t level = 0; level < heads.size(); ++level) {
        heads[level].pointwise = convolution(64, lane_count);
        heads[level].depthwise = convolution(9, lane_count);
        heads[level].rectifies = false;
        for (const output_kind &kind : kinds) {
            const std::string name = std::string(kind.name) + strides[level];
            const onnx_node *depthwise = convolution_before(graph, name);
            const onnx_node *pointwise = depthwise ? maker(graph, depthwise->inputs[0]) : nullptr;
            if (!pointwise || pointwise->inputs.empty() || pointwise->inputs[0] != sources[level] ||
                !read(graph, *pointwise, *depthwise, 64, kind.first, kind.count, heads[level])) {
                refuse_output(name);
            }
        }
    }
}

void yunet::find(const uint8_t *rgba, size_t width, size_t height, double threshold, face_list &found) {
    const std::array<separable_convolution, 14> &trunk = layers_->trunk;
    const size_t padded_width = padded(width), padded_height = padded(height);
    const auto run_layer = [&](size_t index, const feature_map &input, feature_map &output) { run(trunk[index], input, output, lines_); };
    stem_.start(rgba, width, height, padded_width);
    stem_row_.resize(padded_width / 2);
    float *const stem_row = stem_row_.data()->values;
    const auto row = [&](size_t y) {
        stem_.row(y, stem_row);
        return stem_row;
    };
    run(trunk[0], padded_width / 2, padded_height / 2, row, first_, lines_);
    run_layer(1, first_, second_);
    run_layer(2, second_, first_);
    run_layer(3, first_, second_);
    run_layer(4, second_, first_);
    run_layer(5, first_, second_);
    run_layer(6, second_, features_[0]);
    for (size_t level = 1; level < 3; ++level) {
        pool(features_[level - 1], first_);
        run_layer(5 + 2 * level, first_, second_);
        run_layer(6 + 2 * level, second_, features_[level]);
    }
    // From the coarsest level to the finest, each adding the result of the previous one.
    for (size_t step = 0; step < 3; ++step) {
        const size_t level = 2 - step;
        if (step > 0) { add_enlarged(merged_[level + 1], features_[level]); }
        run_layer(11 + step, features_[level], merged_[level]);
        run(layers_->heads[level], merged_[level], levels_[level], lines_);
    }
    double stride = 8;
    for (const feature_map &level : levels_) {
        decode(level, stride, threshold, found);
        stride *= 2;
    }
}

void yunet::decode(const feature_map &level, double stride, double threshold, face_list &found) {
    for (size_t row = 0; row < level.height; ++row) {
        check_cancelled();
        const float *cell = level.row(row);
        for (size_t column = 0; column < level.width; ++column, cell += level.channels) {
            const double score = std::sqrt(sigmoid(cell[face]) * sigmoid(cell[object]));
            if (!(score >= threshold)) { continue; }
            const auto x = [&](float offset) { return (static_cast<double>(column) + offset) * stride; };
            const auto y = [&](float offset) { return (static_cast<double>(row) + offset) * stride; };
            const float *values = cell + box, *points = cell + landmarks;
            const double width = std::exp(values[2]) * stride, height = std::exp(values[3]) * stride;
            bc_face found_face;
            found_face.x = x(values[0]) - width / 2;
            found_face.y = y(values[1]) - height / 2;
            found_face.width = width;
            found_face.height = height;
            found_face.score = score;
            for (size_t point = 0; point < 5; ++point) { found_face.landmarks[point] = {x(points[2 * point]), y(points[2 * point + 1])}; }
            found.add(found_face);
        }
    }
}

}  // namespace boundedcrop
