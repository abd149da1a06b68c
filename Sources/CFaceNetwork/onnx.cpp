// ONNX is a protocol buffer (https://protobuf.dev/programming-guides/encoding, onnx/onnx.proto): fields with a number, a type and bytes.
#include "onnx.hpp"

#include <algorithm>
#include <cstring>

namespace boundedcrop {

namespace {

/// CenterFace has 7.3 MB in single precision, and fewer than 300 nodes and tensors.
constexpr size_t most_bytes = 16 << 20, most_items = 1024, most_values = 16;

/// Nodes are found by linear search, so their number is limited.
template <typename List>
void check_room(const List &list, size_t most) {
    if (list.size() >= most) { throw unreadable_model("the network has too many parts"); }
}

/// Reads the fields of a message in order. Unknown fields are skipped.
class message {
public:
    message(const uint8_t *bytes, size_t length) : at_(bytes), end_(bytes + length) {}

    /// Advances to the next field; false at the end.
    bool next() {
        if (at_ == end_) { return false; }
        const uint64_t key = varint();
        number_ = key >> 3;
        kind_ = key & 7;
        switch (kind_) {
            case varint_kind: value_ = varint(); break;
            case fixed64_kind: take(8); break;
            case bytes_kind: take(varint()); break;
            case fixed32_kind: take(4); break;
            default: fail();
        }
        return true;
    }

    uint64_t number() const { return number_; }
    bool is_bytes() const { return kind_ == bytes_kind; }
    uint64_t integer() const { return kind_ == varint_kind ? value_ : 0; }
    message content() const { return is_bytes() ? message(bytes_, length_) : message(nullptr, 0); }
    std::string text() const { return is_bytes() ? std::string(reinterpret_cast<const char *>(bytes_), length_) : std::string(); }
    const uint8_t *bytes() const { return bytes_; }
    size_t length() const { return length_; }

private:
    enum : uint64_t { varint_kind = 0, fixed64_kind = 1, bytes_kind = 2, fixed32_kind = 5 };

    [[noreturn]] static void fail() { throw unreadable_model("not an ONNX network, or an incomplete one"); }

    uint64_t varint() {
        uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (at_ == end_) { fail(); }
            const uint8_t byte = *at_++;
            value |= static_cast<uint64_t>(byte & 127) << shift;
            if (byte < 128) { return value; }
        }
        fail();
    }

    void take(uint64_t length) {
        if (length > static_cast<uint64_t>(end_ - at_)) { fail(); }
        bytes_ = at_;
        length_ = static_cast<size_t>(length);
        at_ += length_;
    }

    const uint8_t *at_, *end_, *bytes_ = nullptr;
    size_t length_ = 0;
    uint64_t number_ = 0, kind_ = 0, value_ = 0;
};

/// Adds an attribute if it is a whole number or several.
void read_attribute(message from, std::map<std::string, std::vector<uint64_t>> &into) {
    std::string name;
    std::vector<uint64_t> values;
    while (from.next()) {
        if (from.number() == 1) { name = from.text(); }
        if (from.number() == 3 || from.number() == 8) {
            check_room(values, most_values);
            values.push_back(from.integer());
        }
    }
    check_room(into, most_values);
    if (!values.empty()) { into[name] = values; }
}

onnx_node read_node(message from) {
    onnx_node node;
    while (from.next()) {
        switch (from.number()) {
            case 1:
                check_room(node.inputs, most_values);
                node.inputs.push_back(from.text());
                break;
            case 2:
                check_room(node.outputs, most_values);
                node.outputs.push_back(from.text());
                break;
            case 4: node.operation = from.text(); break;
            case 5: read_attribute(from.content(), node.attributes); break;
        }
    }
    return node;
}

std::pair<std::string, onnx_tensor> read_tensor(message from) {
    std::pair<std::string, onnx_tensor> tensor;
    while (from.next()) {
        switch (from.number()) {
            case 1:
                check_room(tensor.second.shape, most_values);
                tensor.second.shape.push_back(static_cast<size_t>(from.integer()));
                break;
            case 2: tensor.second.type = from.integer(); break;
            case 8: tensor.first = from.text(); break;
            case 4:
            case 9:
                if (from.is_bytes()) {
                    tensor.second.bytes = from.bytes();
                    tensor.second.length = from.length();
                }
                break;
        }
    }
    return tensor;
}

std::string read_name(message from) {
    while (from.next()) {
        if (from.number() == 1) { return from.text(); }
    }
    return "";
}

/// A number in half precision, which has 5 bits of exponent and 10 of fraction. Without branches, so that several are converted at once.
float single_precision(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16, magnitude = half & 0x7fff;
    // Infinity and numbers that are none keep the highest exponent.
    const uint32_t rest = magnitude >= 0x7c00 ? 0x7f800000u : 0;
    // As a fraction with the same bits, the exponent is too small by the difference of the biases. The product is exact also for numbers
    // below the least exponent.
    uint32_t bits = magnitude << 13;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    value *= 0x1p112f;
    std::memcpy(&bits, &value, sizeof bits);
    bits |= sign | rest;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

bool onnx_tensor::has(const std::vector<size_t> &expected) const {
    size_t size = type == single ? sizeof(float) : type == half ? sizeof(uint16_t) : 0;
    if (size == 0 || shape != expected) { return false; }
    for (const size_t side : shape) { size *= side; }
    return length == size;
}

void onnx_tensor::copy(size_t first, size_t count, float *into) const {
    if (type == single) {
        std::memcpy(into, bytes + first * sizeof(float), count * sizeof(float));
    } else {
        const uint8_t *from = bytes + first * sizeof(uint16_t);
        for (size_t index = 0; index < count; ++index) {
            uint16_t number;
            std::memcpy(&number, from + index * sizeof number, sizeof number);
            into[index] = single_precision(number);
        }
    }
    // Numbers that are not finite have the highest exponent. Without branches, so that several are checked at once.
    uint32_t highest = 0;
    for (size_t index = 0; index < count; ++index) {
        uint32_t bits;
        std::memcpy(&bits, into + index, sizeof bits);
        highest = std::max(highest, bits & 0x7f800000);
    }
    if (highest == 0x7f800000) { throw unreadable_model("the network has weights that are not finite numbers"); }
}

onnx_graph::onnx_graph(const uint8_t *bytes, size_t length) {
    if (!bytes || length == 0) { throw unreadable_model("the file is empty"); }
    if (length > most_bytes) { throw unreadable_model("the file is larger than 16 MB"); }
    message file(bytes, length);
    while (file.next()) {
        if (file.number() != 7) { continue; }
        message graph = file.content();
        while (graph.next()) {
            switch (graph.number()) {
                case 1:
                    check_room(nodes, most_items);
                    nodes.push_back(read_node(graph.content()));
                    break;
                case 5:
                    check_room(tensors, most_items);
                    if (!tensors.insert(read_tensor(graph.content())).second) { throw unreadable_model("two tensors have the same name"); }
                    break;
                case 12:
                    check_room(outputs, most_items);
                    outputs.push_back(read_name(graph.content()));
                    break;
            }
        }
    }
    if (nodes.empty()) { throw unreadable_model("not an ONNX network"); }
}

}  // namespace boundedcrop
