// As much of an ONNX file as a network of known shape needs: which operators there are, in order, and their weights.
#pragma once

#include "unreadable_model.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace boundedcrop {

struct onnx_tensor {
    /// As onnx.proto numbers types of data: 1 is float.
    uint64_t type = 0;
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

    /// Throws unreadable_model when the bytes are no ONNX file, not a whole one, or one far larger than the networks read here.
    onnx_graph(const uint8_t *bytes, size_t length);
};

}  // namespace boundedcrop
