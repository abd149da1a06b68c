// The parts of an ONNX file needed for a network of known shape: its operators, in order, and their weights.
#pragma once

#include "unreadable_model.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace boundedcrop {

struct onnx_tensor {
    /// The data type as numbered in onnx.proto: 1 is float.
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

    /// Throws unreadable_model if the bytes are not an ONNX file, or are incomplete or far larger than the networks used here.
    onnx_graph(const uint8_t *bytes, size_t length);
};

}  // namespace boundedcrop
