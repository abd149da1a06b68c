// The parts of an ONNX file needed for a network of known shape: its operators, in order, and their weights.
#pragma once

#include "unreadable_model.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace boundedcrop {

/// Numbers in single or half precision (IEEE 754).
struct onnx_tensor {
    /// The data types that are read, as numbered in onnx.proto.
    enum : uint64_t { single = 1, half = 10 };

    uint64_t type = 0;
    std::vector<size_t> shape;
    /// The numbers in the file, which must stay valid.
    const uint8_t *bytes = nullptr;
    size_t length = 0;

    /// Whether it has this shape, a type that is read, and as many numbers as that takes.
    bool has(const std::vector<size_t> &expected) const;
    /// Copies numbers, if `has` is true. Throws unreadable_model if they are not finite.
    void copy(size_t first, size_t count, float *into) const;
};

struct onnx_node {
    std::string operation;
    std::vector<std::string> inputs, outputs;
    /// The attributes that are whole numbers or lists of them.
    std::map<std::string, std::vector<uint64_t>> attributes;
};

struct onnx_graph {
    std::vector<onnx_node> nodes;
    std::map<std::string, onnx_tensor> tensors;
    std::vector<std::string> outputs;

    /// Throws unreadable_model if the bytes are not an ONNX file, or are incomplete or far larger than the networks used here. They must
    /// stay valid.
    onnx_graph(const uint8_t *bytes, size_t length);
};

}  // namespace boundedcrop
