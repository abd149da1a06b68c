/// Protocol buffers encoded by hand, as far as ONNX needs them.
enum TestNetwork {
    static func varint(_ value: UInt64) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
    }

    static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }

    static func bytes(_ field: UInt64, _ content: [UInt8]) -> [UInt8] { varint(field << 3 | 2) + varint(UInt64(content.count)) + content }

    static func text(_ field: UInt64, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }

    static func node(_ operation: String, _ inputs: [String], _ outputs: [String]) -> [UInt8] {
        bytes(1, inputs.flatMap { text(1, $0) } + outputs.flatMap { text(2, $0) } + text(4, operation))
    }

    static func tensor(_ name: String, _ shape: [UInt64], _ values: [Float], type: UInt64 = 1) -> [UInt8] {
        let raw = values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
        return bytes(5, shape.flatMap { number(1, $0) } + number(2, type) + text(8, name) + bytes(9, raw))
    }

    static let outputs = ["cls_", "obj_", "bbox_", "kps_"].flatMap { kind in ["8", "16", "32"].map { kind + $0 } }

    /// A file with YuNet's outputs and these parts.
    static func file(_ parts: [UInt8]) -> [UInt8] {
        number(1, 7) + bytes(7, parts + outputs.flatMap { bytes(12, text(1, $0)) })
    }
}
