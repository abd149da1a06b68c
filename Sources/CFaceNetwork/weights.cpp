#include "weights.hpp"

#include <algorithm>

namespace boundedcrop {

const onnx_tensor *find_tensor(const onnx_graph &graph, const std::string &name, const std::vector<size_t> &shape) {
    const auto found = graph.tensors.find(name);
    return found != graph.tensors.end() && found->second.has(shape) ? &found->second : nullptr;
}

bool read_convolution(const onnx_graph &graph, const onnx_node &node, const std::vector<size_t> &shape, size_t first, convolution &into) {
    if (node.operation != "Conv" || node.inputs.size() != 3) { return false; }
    const size_t outputs = shape[0], inputs = shape[1], pixels = shape[2] * shape[3];
    const onnx_tensor *weights = find_tensor(graph, node.inputs[1], shape), *bias = find_tensor(graph, node.inputs[2], {outputs});
    if (!weights || !bias) { return false; }
    std::vector<float> values(inputs * pixels);
    for (size_t output = 0; output < outputs; ++output) {
        bias->copy(output, 1, &into.offset(first + output));
        weights->copy(output * values.size(), values.size(), values.data());
        for (size_t pixel = 0; pixel < pixels; ++pixel) {
            for (size_t input = 0; input < inputs; ++input) {
                into.weight(pixel * inputs + input, first + output) = values[input * pixels + pixel];
            }
        }
    }
    return true;
}

const onnx_node *maker(const onnx_graph &graph, const std::string &value) {
    for (const onnx_node &node : graph.nodes) {
        if (std::find(node.outputs.begin(), node.outputs.end(), value) != node.outputs.end()) { return &node; }
    }
    return nullptr;
}

}  // namespace boundedcrop
