// The weights of convolutions from an ONNX graph.
#pragma once

#include "convolution.hpp"
#include "onnx.hpp"

namespace boundedcrop {

/// The tensor if it has this shape; null if there is none.
const onnx_tensor *find_tensor(const onnx_graph &graph, const std::string &name, const std::vector<size_t> &shape);

/// Stores a convolution's weights from the output `first` on, next to those already there. The shape is that of its weights: outputs,
/// inputs, height, width. Returns false if the node has another one, or no bias. Throws unreadable_model if they are not finite.
bool read_convolution(const onnx_graph &graph, const onnx_node &node, const std::vector<size_t> &shape, size_t first, convolution &into);

/// The node that produces a value; null if there is none.
const onnx_node *maker(const onnx_graph &graph, const std::string &value);

}  // namespace boundedcrop
