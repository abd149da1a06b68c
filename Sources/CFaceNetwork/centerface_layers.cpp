#include "centerface_layers.hpp"
#include "weights.hpp"

#include <cmath>

namespace boundedcrop {

namespace {

using shape = std::vector<size_t>;

struct block_shape {
    size_t inputs, expanded, outputs, stride;
    bool adds;
};

const block_shape block_shapes[16] = {
    {16, 96, 24, 2, false},   {24, 144, 24, 1, true},   {24, 144, 32, 2, false},  {32, 192, 32, 1, true},
    {32, 192, 32, 1, true},   {32, 192, 64, 2, false},  {64, 384, 64, 1, true},   {64, 384, 64, 1, true},
    {64, 384, 64, 1, true},   {64, 384, 96, 1, false},  {96, 576, 96, 1, true},   {96, 576, 96, 1, true},
    {96, 576, 160, 2, false}, {160, 960, 160, 1, true}, {160, 960, 160, 1, true}, {160, 960, 320, 1, false},
};

/// The outputs of the last block of each level.
const size_t level_channels[] = {24, 32, 96, 320};

/// Follows the graph's nodes in the order of the file, each of which must be the expected one, with the expected input.
class layer_reader {
public:
    explicit layer_reader(const onnx_graph &graph) : graph_(graph) {}

    /// Reads a convolution into the outputs from `first` on, and returns the name of its result.
    std::string read(const std::string &input, const shape &weights, size_t stride, convolution &into, size_t first = 0) {
        const onnx_node &node = next("Conv", {input});
        const size_t margin = (weights[2] - 1) / 2, groups = weights[1] == 1 ? weights[0] : 1;
        const bool is_expected = has(node, "strides", {stride, stride}) && has(node, "pads", {margin, margin, margin, margin}) &&
                                 has(node, "dilations", {1, 1}) && group(node) == groups;
        if (!is_expected || !read_convolution(graph_, node, weights, first, into)) { refuse(); }
        return result(node);
    }

    std::string rectified(const std::string &input) { return result(next("Relu", {input})); }
    std::string sigmoid(const std::string &input) { return result(next("Sigmoid", {input})); }
    std::string added(const std::string &one, const std::string &other) { return result(next("Add", {one, other})); }

    /// Reads a transposed convolution of 2x2 pixels with stride 2, and the normalization behind it.
    std::string read_enlarging(const std::string &input, std::array<convolution, 2> &into) {
        const onnx_node &enlarging = next("ConvTranspose", {input});
        const size_t count = neck_channels;
        if (enlarging.inputs.size() != 2 || !has(enlarging, "strides", {2, 2}) || !has(enlarging, "pads", {0, 0, 0, 0}) ||
            !has(enlarging, "dilations", {1, 1}) || group(enlarging) != 1) {
            refuse();
        }
        const onnx_node &normalization = next("BatchNormalization", {result(enlarging)});
        if (normalization.inputs.size() != 5) { refuse(); }
        const std::vector<float> weights = values(enlarging.inputs[1], {count, count, 2, 2});
        const std::vector<float> scale = values(normalization.inputs[1], {count}), offset = values(normalization.inputs[2], {count});
        const std::vector<float> mean = values(normalization.inputs[3], {count}), variance = values(normalization.inputs[4], {count});
        const double epsilon = 0.001;
        for (size_t row = 0; row < 2; ++row) {
            into[row] = convolution(count, 2 * neck_width);
            for (size_t output = 0; output < count; ++output) {
                const double factor = scale[output] / std::sqrt(variance[output] + epsilon);
                if (!std::isfinite(factor)) { refuse(); }
                for (size_t column = 0; column < 2; ++column) {
                    const size_t place = column * neck_width + output;
                    into[row].offset(place) = static_cast<float>(offset[output] - mean[output] * factor);
                    for (size_t from = 0; from < count; ++from) {
                        const float weight = weights[(from * count + output) * 4 + row * 2 + column];
                        into[row].weight(from, place) = static_cast<float>(weight * factor);
                    }
                }
            }
        }
        return result(normalization);
    }

    /// Expects that a value is the network's output of this number, counted from 0.
    void expect_output(size_t index, const std::string &value) const {
        if (graph_.outputs[index] != value) { refuse(); }
    }

    void expect_end() const {
        if (next_ != graph_.nodes.size()) { refuse(); }
    }

    /// The value that the first node takes: the picture.
    std::string picture() const {
        if (graph_.nodes[0].inputs.empty()) { refuse(); }
        return graph_.nodes[0].inputs[0];
    }

private:
    [[noreturn]] static void refuse() { throw unreadable_model("not a CenterFace model: its layers differ"); }

    const onnx_node &next(const char *operation, const std::vector<std::string> &inputs) {
        if (next_ == graph_.nodes.size()) { refuse(); }
        const onnx_node &node = graph_.nodes[next_++];
        if (node.operation != operation || node.inputs.size() < inputs.size() || node.outputs.empty()) { refuse(); }
        if (!std::equal(inputs.begin(), inputs.end(), node.inputs.begin())) { refuse(); }
        return node;
    }

    std::vector<float> values(const std::string &name, const shape &expected) const {
        const onnx_tensor *tensor = find_tensor(graph_, name, expected);
        if (!tensor) { refuse(); }
        size_t count = 1;
        for (const size_t side : expected) { count *= side; }
        std::vector<float> result(count);
        tensor->copy(0, count, result.data());
        return result;
    }

    static const std::string &result(const onnx_node &node) { return node.outputs[0]; }

    static bool has(const onnx_node &node, const char *name, const std::vector<uint64_t> &values) {
        const auto found = node.attributes.find(name);
        return found != node.attributes.end() && found->second == values;
    }

    static uint64_t group(const onnx_node &node) {
        const auto found = node.attributes.find("group");
        return found == node.attributes.end() ? 1 : found->second[0];
    }

    const onnx_graph &graph_;
    size_t next_ = 0;
};

}  // namespace

centerface::layers::layers(const onnx_graph &graph) {
    layer_reader reader(graph);

    stem = convolution(27, 32);
    std::string value = reader.rectified(reader.read(reader.picture(), {32, 3, 3, 3}, 2, stem));
    first.depthwise = convolution(9, 32);
    value = reader.rectified(reader.read(value, {32, 1, 3, 3}, 1, first.depthwise));
    first.projection = convolution(32, 16);
    value = reader.read(value, {16, 32, 1, 1}, 1, first.projection);

    std::array<std::string, 4> levels;
    for (size_t index = 0; index < blocks.size(); ++index) {
        const block_shape &expected = block_shapes[index];
        bottleneck &block = blocks[index];
        const std::string input = value;
        block.stride = expected.stride;
        block.adds = expected.adds;
        block.expansion = convolution(expected.inputs, expected.expanded);
        block.depthwise = convolution(9, expected.expanded);
        block.projection = convolution(expected.expanded, expected.outputs);
        value = reader.rectified(reader.read(value, {expected.expanded, expected.inputs, 1, 1}, 1, block.expansion));
        value = reader.rectified(reader.read(value, {expected.expanded, 1, 3, 3}, expected.stride, block.depthwise));
        value = reader.read(value, {expected.outputs, expected.expanded, 1, 1}, 1, block.projection);
        if (expected.adds) { value = reader.added(input, value); }
        for (size_t level = 0; level < levels.size(); ++level) {
            if (index == level_ends[level]) { levels[level] = value; }
        }
    }

    // From the coarsest level to the finest.
    for (size_t step = 0; step < 4; ++step) {
        const size_t level = 3 - step;
        std::string enlarged;
        if (step > 0) { enlarged = reader.rectified(reader.read_enlarging(value, enlarging[level])); }
        lateral[level] = convolution(level_channels[level], neck_channels);
        value = reader.rectified(reader.read(levels[level], {neck_channels, level_channels[level], 1, 1}, 1, lateral[level]));
        if (step > 0) { value = reader.added(enlarged, value); }
    }
    mixing = convolution(9 * neck_channels, neck_channels);
    value = reader.rectified(reader.read(value, {neck_channels, neck_channels, 3, 3}, 1, mixing));
    heads = convolution(neck_channels, lane_count);
    reader.expect_output(0, reader.sigmoid(reader.read(value, {1, neck_channels, 1, 1}, 1, heads, score)));
    reader.expect_output(1, reader.read(value, {2, neck_channels, 1, 1}, 1, heads, size));
    reader.expect_output(2, reader.read(value, {2, neck_channels, 1, 1}, 1, heads, offset));
    reader.expect_output(3, reader.read(value, {10, neck_channels, 1, 1}, 1, heads, landmarks));
    reader.expect_end();
}

}  // namespace boundedcrop
