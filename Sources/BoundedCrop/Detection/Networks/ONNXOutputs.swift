/// The outputs that an ONNX file names. Only the way to them is read; the network itself is left to the library that runs it.
package enum ONNXOutputs {
    /// The names in the order of the file. Throws `unreadableModel` for data that is not a whole ONNX file or names no output.
    package static func names(in file: [UInt8]) throws -> [String] {
        // The numbers of fields are those of ModelProto, GraphProto and ValueInfoProto in onnx.proto.
        let graphs = try messages(7, in: file[...])
        let names = try graphs.flatMap { try messages(12, in: $0) }.flatMap { try messages(1, in: $0) }
            .map { String(decoding: $0, as: UTF8.self) }
        guard !names.isEmpty else { throw notONNX("it names no output") }
        return names
    }

    /// The contents of each field with this number.
    private static func messages(_ number: UInt64, in message: ArraySlice<UInt8>) throws -> [ArraySlice<UInt8>] {
        var rest = message
        var found: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            let key = try varint(&rest)
            let length: UInt64
            switch key & 7 {
            case 0:
                _ = try varint(&rest)
                continue
            case 1: length = 8
            case 2: length = try varint(&rest)
            case 5: length = 4
            case let type: throw notONNX("it has a field of the type \(type)")
            }
            guard length <= UInt64(rest.count) else { throw notONNX("it ends early") }
            if key >> 3 == number, key & 7 == 2 { found.append(rest.prefix(Int(length))) }
            rest = rest.dropFirst(Int(length))
        }
        return found
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { throw notONNX("it ends early") }
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw notONNX("it has a number of more than 64 bits")
    }

    private static func notONNX(_ reason: String) -> BoundedCropError {
        BoundedCropError(.unreadableModel, "it is not an ONNX file, or not a whole one: \(reason)")
    }
}
