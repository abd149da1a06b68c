// ONNX is a protocol buffer (https://protobuf.dev/programming-guides/encoding, onnx/onnx.proto): fields with a number, a type and bytes.
#include "onnx.hpp"

#include <cstring>

namespace boundedcrop {

namespace {

/// YuNet has 0.2 MB and fewer than 200 nodes and tensors.
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
    /// Packed floats, in the byte order of memory.
    std::vector<float> floats() const {
        if (length_ % sizeof(float) != 0) { return {}; }
        std::vector<float> values(length_ / sizeof(float));
        if (!values.empty()) { std::memcpy(values.data(), bytes_, values.size() * sizeof(float)); }
        return values;
    }

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
                if (from.is_bytes()) { tensor.second.values = from.floats(); }
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

}  // namespace

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
