package import FoundationEssentials

/// JSON on one line, its keys always in the same order.
package enum JSONText {
    package static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try data(value), as: UTF8.self)
    }

    /// An object with the names of its members so far, or a list.
    private struct Level {
        /// Where what is being read is.
        var place: JSONName?
        var names: Set<String> = []
    }

    /// Checks what a decoder reads without a word: two members of one name in an object, of which it keeps one, and a comma with nothing
    /// behind it, where something may be missing.
    ///
    /// - Parameter json: What a decoder has read.
    /// - Throws: `invalidArgument`, which names the member, and the line if there are several; also for text that is not UTF-8.
    package static func check(_ json: [UInt8]) throws {
        // Every other encoding that decoders recognize has zeros.
        guard !json.contains(0) else { throw BoundedCropError(.invalidArgument, "it is not UTF-8 text") }
        var levels: [Level] = []
        var (index, text) = (0, 0..<0)
        // Where the last comma is, if nothing has followed it so far.
        var comma: Int?
        func wrong(_ message: String) -> BoundedCropError {
            let error = BoundedCropError(.invalidArgument, message)
            return BoundedCropError(DecodingError(error, at: levels.compactMap(\.place)))
        }
        while index < json.count {
            let byte = json[index]
            if let place = comma, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                if let next = levels[levels.count - 1].place?.intValue { levels[levels.count - 1].place = JSONName(intValue: next - 1) }
                let newline = UInt8(ascii: "\n")
                let line = json.contains(newline) ? " in line \(json[..<place].count { $0 == newline } + 1)" : ""
                throw wrong("nothing follows the comma behind this\(line): leave it out")
            }
            if !" \t\r\n".utf8.contains(byte) { comma = byte == UInt8(ascii: ",") ? index : nil }
            switch byte {
            case UInt8(ascii: "\""):
                let start = index
                repeat { index += json[index] == UInt8(ascii: "\\") ? 2 : 1 } while json[index] != UInt8(ascii: "\"")
                text = start..<index + 1
            case UInt8(ascii: ":"):
                let name = try name(json[text])
                levels[levels.count - 1].place = JSONName(stringValue: name)
                guard levels[levels.count - 1].names.insert(name).inserted else { throw wrong("this is there twice: leave one out") }
            case UInt8(ascii: "{"): levels.append(Level())
            case UInt8(ascii: "["): levels.append(Level(place: JSONName(intValue: 0)))
            case UInt8(ascii: ","):
                if let last = levels[levels.count - 1].place?.intValue { levels[levels.count - 1].place = JSONName(intValue: last + 1) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): levels.removeLast()
            default: break
            }
            index += 1
        }
    }

    /// A name without its quotes and escapes.
    private static func name(_ quoted: ArraySlice<UInt8>) throws -> String {
        guard quoted.contains(UInt8(ascii: "\\")) else { return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self) }
        return try JSONDecoder().decode(String.self, from: Data(quoted))
    }
}
