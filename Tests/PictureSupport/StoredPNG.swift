/// PNG files with uncompressed pixels, built without a library.
package enum StoredPNG {
    /// A file with 8 bits per channel; every row begins with its filter type.
    /// - Parameter chunks: complete chunks that precede the pixels.
    package static func file(width: Int, height: Int, colorType: UInt8, rows: [UInt8], chunks: [UInt8] = []) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [8, colorType, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunks + chunk("IDAT", zlibStream(rows)) + chunk("IEND", [])
    }

    package static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + body
        return bigEndian(body.count) + content + bigEndian(Int(crc(content)))
    }

    /// Stored blocks of at most 65535 bytes (RFC 1950, RFC 1951).
    package static func zlibStream(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var position = 0
        repeat {
            let length = min(65_535, bytes.count - position)
            let isLast = position + length == bytes.count
            let (low, high) = (UInt8(length & 255), UInt8(length >> 8))
            stream += [isLast ? 1 : 0, low, high, ~low, ~high] + bytes[position..<(position + length)]
            position += length
        } while position < bytes.count
        var (first, second) = (1, 0)
        for byte in bytes {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return stream + bigEndian(second << 16 | first)
    }

    /// A zlib stream of zeros that is a thousandth as long: runs of 258 bytes, each encoded in a 13-bit pattern (RFC 1951, 3.2.6).
    package static func zeros(count: Int) -> [UInt8] {
        // The block header (last block, fixed codes), the first zero, then length 258 at distance 1, repeatedly. Lowest bit first.
        let run: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
        var stream: [UInt8] = [0x78, 0x01]
        var (waiting, bits) = (0b011, 3)
        func appending(_ pattern: [UInt8]) {
            for bit in pattern {
                waiting |= Int(bit) << bits
                bits += 1
                if bits == 8 {
                    stream.append(UInt8(waiting))
                    (waiting, bits) = (0, 0)
                }
            }
        }
        appending([0, 0, 1, 1, 0, 0, 0, 0])
        for _ in 0..<(count / 258) { appending(run) }
        appending([UInt8](repeating: 0, count: 7))
        if bits > 0 { stream.append(UInt8(waiting)) }
        return stream + [0, 0, 0, 0]
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { remainder, _ in remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    package static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
