// As much of an ONNX file as a network of known shape needs: which operators there are, in order, and their weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace boundedcrop {

struct unreadable_model : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct onnx_tensor {
    std::vector<size_t> shape;
    std::vector<float> values;
};

struct onnx_node {
    std::string operation;
    std::vector<std::string> inputs, outputs;
};

struct onnx_graph {
    std::vector<onnx_node> nodes;
    std::map<std::string, onnx_tensor> tensors;
    std::vector<std::string> outputs;

    /// Throws unreadable_model when the bytes are no ONNX file, or not a whole one.
    onnx_graph(const uint8_t *bytes, size_t length);
};

}  // namespace boundedcrop
