/// A JPEG XL made by hand: a codestream's header, and boxes around a codestream.
package enum BuiltJXL {
    /// A codestream that ends after its header, which says that it has this size and this many channels besides color.
    package static func header(width: Int, height: Int, channels: Int = 0) -> [UInt8] {
        // Either side in 30 bits, and no ratio.
        var fields = [(0, 1), (3, 2), (height - 1, 30), (0, 3), (3, 2), (width - 1, 30)]
        if channels == 0 {
            fields += [(1, 1)]
        } else {
            // 8 bits, 16 bits in modular buffers, and the number; each channel is an alpha of 8 bits. Colors are sRGB.
            fields += [(0, 1), (0, 1), (0, 1), (0, 2), (1, 1), (3, 2), (channels - 1, 12)] + Array(repeating: (1, 1), count: channels)
            fields += [(1, 1), (1, 1), (0, 2)]
        }
        return [0xFF, 0x0A] + packed(fields + [(1, 1)]) + [UInt8](repeating: 0, count: 20)
    }

    /// Numbers of so many bits, from the lowest bit.
    private static func packed(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
        let bits = fields.flatMap { field in (0..<field.bits).map { field.value >> $0 & 1 } }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | UInt8($1.element) << UInt8($1.offset) }
        }
    }

    /// The boxes that come first.
    package static let start = box("JXL ", [13, 10, 135, 10]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))

    /// - Parameter length: What the box says that its length is; nil for the truth.
    package static func box(_ type: String, _ contents: [UInt8], length: Int? = nil) -> [UInt8] {
        bigEndian(length ?? contents.count + 8) + Array(type.utf8) + contents
    }

    /// A part of a codestream.
    package static func part(_ number: Int, _ contents: [UInt8], isLast: Bool = false) -> [UInt8] {
        box("jxlp", bigEndian(number | (isLast ? 1 << 31 : 0)) + contents)
    }

    /// A box that is compressed with Brotli, in blocks that are not (RFC 7932, section 9.2).
    package static func compressed(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = []
        for start in stride(from: 0, to: contents.count, by: 65_536) {
            let block = contents[start..<min(start + 65_536, contents.count)]
            // The first has a bit for the window in front, and the others follow at a whole byte.
            let head = (block.count - 1) << 3 | 1 << 19
            let bits = start == 0 ? head << 1 : head
            stream += [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16)] + block
        }
        return box("brob", Array(type.utf8) + stream + [3])
    }

    private static func bigEndian(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
}
