/// Fields of protocol buffers, as far as ONNX needs them.
package enum ProtocolBuffer {
    package static func varint(_ value: UInt64) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
    }

    package static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }

    package static func bytes(_ field: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(field << 3 | 2) + varint(UInt64(content.count)) + content
    }

    package static func text(_ field: UInt64, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }
}
