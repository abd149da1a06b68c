#include "yunet.hpp"

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

constexpr uint64_t float_type = 1;

struct output_kind {
    const char *name;
    size_t first, count;
};

const output_kind kinds[] = {{"cls_", yunet::face, 1}, {"obj_", yunet::object, 1}, {"bbox_", yunet::box, 4}, {"kps_", yunet::landmarks, 10}};
const char *const strides[] = {"8", "16", "32"};

[[noreturn]] void refuse_output(const std::string &name) {
    throw unreadable_model("the network's output " + name + " has a different shape than YuNet's");
}

/// Stores a convolution's weights from the output `first` on, next to those already there. Returns false if its shape differs.
bool read(const onnx_graph &graph, const onnx_node &node, const std::vector<size_t> &shape, size_t first, convolution &into) {
    if (node.operation != "Conv" || node.inputs.size() != 3) { return false; }
    const auto weights = graph.tensors.find(node.inputs[1]), bias = graph.tensors.find(node.inputs[2]);
    if (weights == graph.tensors.end() || bias == graph.tensors.end()) { return false; }
    const size_t outputs = shape[0], inputs = shape[1], pixels = shape[2] * shape[3];
    const std::vector<float> &values = weights->second.values;
    if (weights->second.shape != shape || values.size() != outputs * inputs * pixels || bias->second.values.size() != outputs) {
        return false;
    }
    for (const onnx_tensor *tensor : {&weights->second, &bias->second}) {
        if (tensor->type != float_type) { return false; }
        const bool is_finite = std::all_of(tensor->values.begin(), tensor->values.end(), [](float value) { return std::isfinite(value); });
        if (!is_finite) { throw unreadable_model("the network has weights that are not finite numbers"); }
    }
    for (size_t output = 0; output < outputs; ++output) {
        into.offset(first + output) = bias->second.values[output];
        for (size_t input = 0; input < inputs; ++input) {
            for (size_t pixel = 0; pixel < pixels; ++pixel) {
                into.weight(pixel * inputs + input, first + output) = values[(output * inputs + input) * pixels + pixel];
            }
        }
    }
    return true;
}

bool read(const onnx_graph &graph, const onnx_node &pointwise, const onnx_node &depthwise, size_t inputs, size_t first, size_t count,
          separable_convolution &into) {
    return depthwise.inputs.size() == 3 && !pointwise.outputs.empty() && depthwise.inputs[0] == pointwise.outputs[0] &&
           read(graph, pointwise, {count, inputs, 1, 1}, first, into.pointwise) &&
           read(graph, depthwise, {count, 1, 3, 3}, first, into.depthwise);
}

/// The node that produces a value; null if there is none.
const onnx_node *maker(const onnx_graph &graph, const std::string &value) {
    for (const onnx_node &node : graph.nodes) {
        if (std::find(node.outputs.begin(), node.outputs.end(), value) != node.outputs.end()) { return &node; }
    }
    return nullptr;
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

}  // namespace

yunet::yunet(const onnx_graph &graph) {
    for (const output_kind &kind : kinds) {
        for (const char *stride : strides) {
            const std::string name = std::string(kind.name) + stride;
            if (std::find(graph.outputs.begin(), graph.outputs.end(), name) == graph.outputs.end()) {
                throw unreadable_model("not a YuNet 2023 model: it has no output " + name);
            }
        }
    }
    const size_t trunk_length = std::string(trunk_operators).size();
    std::vector<const onnx_node *> layers;
    std::string operators;
    for (const onnx_node &node : graph.nodes) {
        if (letter(node.operation) == 0 || layers.size() == trunk_length) { continue; }
        layers.push_back(&node);
        operators += letter(node.operation);
    }
    const unreadable_model other("not a YuNet 2023 model: its layers differ");
    if (operators != trunk_operators) { throw other; }
    stem_.weights = convolution(27, 16);
    if (!read(graph, *layers[0], {16, 3, 3, 3}, 0, stem_.weights)) { throw other; }

    // The input of each level's heads.
    std::array<std::string, 3> sources;
    size_t layer = 1;
    for (size_t index = 0; index < trunk_.size(); ++index) {
        const auto [inputs, outputs] = trunk_channels[index];
        while (operators[layer] != 'C') { ++layer; }
        trunk_[index].pointwise = convolution(inputs, outputs);
        trunk_[index].depthwise = convolution(9, outputs);
        if (!read(graph, *layers[layer], *layers[layer + 1], inputs, 0, outputs, trunk_[index]) || layers[layer + 2]->outputs.empty()) {
            throw other;
        }
        if (index >= 11) { sources[13 - index] = layers[layer + 2]->outputs[0]; }
        layer += 2;
    }

    // Only pooling uses these outputs. The later pools use features that are also needed at full size.
    trunk_[0].pools = true;
    trunk_[4].pools = true;

    for (size_t level = 0; level < heads_.size(); ++level) {
        heads_[level].pointwise = convolution(64, lane_count);
        heads_[level].depthwise = convolution(9, lane_count);
        heads_[level].rectifies = false;
        for (const output_kind &kind : kinds) {
            const std::string name = std::string(kind.name) + strides[level];
            const onnx_node *depthwise = convolution_before(graph, name);
            const onnx_node *pointwise = depthwise ? maker(graph, depthwise->inputs[0]) : nullptr;
            if (!pointwise || pointwise->inputs.empty() || pointwise->inputs[0] != sources[level] ||
                !read(graph, *pointwise, *depthwise, 64, kind.first, kind.count, heads_[level])) {
                refuse_output(name);
            }
        }
    }
}

void yunet::run(const unsigned char *rgba, int width, int height) {
    const auto padded = [](int side) { return static_cast<size_t>(std::max(64, (side + 31) / 32 * 32)); };
    stem_.start(rgba, static_cast<size_t>(width), static_cast<size_t>(height), padded(width));
    trunk_[0].run(padded(width) / 2, padded(height) / 2, [&](size_t y) { return stem_.row(y); }, first_);
    trunk_[1].run(first_, second_);
    trunk_[2].run(second_, first_);
    trunk_[3].run(first_, second_);
    trunk_[4].run(second_, first_);
    trunk_[5].run(first_, second_);
    trunk_[6].run(second_, features_[0]);
    for (size_t level = 1; level < 3; ++level) {
        pool(features_[level - 1], first_);
        trunk_[5 + 2 * level].run(first_, second_);
        trunk_[6 + 2 * level].run(second_, features_[level]);
    }
    // From the coarsest level to the finest, each adding the result of the previous one.
    for (size_t step = 0; step < 3; ++step) {
        const size_t level = 2 - step;
        if (step > 0) { add_enlarged(merged_[level + 1], features_[level]); }
        trunk_[11 + step].run(features_[level], merged_[level]);
        heads_[level].run(merged_[level], levels[level]);
    }
}

}  // namespace boundedcrop
