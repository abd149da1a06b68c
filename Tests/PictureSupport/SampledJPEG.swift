import TestSupport

/// JPEGs built without a library, with any sampling factors or any number of scans (ITU-T T.81).
package enum SampledJPEG {
    /// A sequential picture of blocks of noise, each with its own mean and wave.
    /// - Parameter sampling: the horizontal and vertical factors of each component.
    package static func noise(width: Int, height: Int, sampling: [(horizontal: Int, vertical: Int)], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let widest = sampling.map(\.horizontal).max() ?? 1
        let highest = sampling.map(\.vertical).max() ?? 1
        let columns = (width + 8 * widest - 1) / (8 * widest)
        let rows = (height + 8 * highest - 1) / (8 * highest)
        var bits = BitWriter()
        var levels = [Int](repeating: 0, count: sampling.count)
        for _ in 0..<(columns * rows) {
            for (component, factors) in sampling.enumerated() {
                for _ in 0..<(factors.horizontal * factors.vertical) {
                    let level = Int.random(in: -60...60, using: &generator)
                    bits.appendNumber(level - levels[component])
                    levels[component] = level
                    // Zero would end the block.
                    bits.appendNumber(Int.random(in: 1...15, using: &generator) * (Bool.random(using: &generator) ? 1 : -1))
                    bits.append(0, count: 4)
                }
            }
        }
        let parts: [UInt8] = sampling.indices.flatMap { [UInt8($0 + 1), 0] }
        return [0xFF, 0xD8] + quantization + frame(0xC0, width, height, sampling) + tables
            + segment(0xDA, [UInt8(sampling.count)] + parts + [0, 63, 0]) + bits.finished() + [0xFF, 0xD9]
    }

    /// A gray picture with this many scans, each of which says in a few bytes that all blocks are empty.
    package static func emptyScans(_ count: Int, width: Int, height: Int, components: Int = 1) -> [UInt8] {
        let sampling = Array(repeating: (horizontal: 1, vertical: 1), count: components)
        let scan = segment(0xDA, [1, 1, 0, 1, 63, 0]) + emptyBlocks(((width + 7) / 8) * ((height + 7) / 8))
        // One code of one bit: the next 16384 blocks are empty, plus as many as 14 extra bits give.
        let table = segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
        return [0xFF, 0xD8] + quantization + frame(0xC2, width, height, sampling) + table
            + Array(repeating: scan, count: count).flatMap { $0 } + [0xFF, 0xD9]
    }

    private static func emptyBlocks(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        for _ in 0..<((count + 32_766) / 32_767) {
            bits.append(0, count: 1)
            bits.append(16_383, count: 14)
        }
        return bits.finished()
    }

    private static let quantization = segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))

    /// The same table for means and waves: the number of bits that follow, 0...7, as codes of four bits. The wave is a block's first
    /// coefficient.
    private static let tables: [UInt8] = [0x00, 0x10].flatMap { (kind: UInt8) -> [UInt8] in
        segment(0xC4, [kind, 0, 0, 0, 8] + [UInt8](repeating: 0, count: 12) + (0...7).map { UInt8($0) })
    }

    private static func frame(_ marker: UInt8, _ width: Int, _ height: Int, _ sampling: [(horizontal: Int, vertical: Int)]) -> [UInt8] {
        let sides: [UInt8] = [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), UInt8(sampling.count)]
        let components: [UInt8] = sampling.enumerated().flatMap { [UInt8($0 + 1), UInt8($1.horizontal << 4 | $1.vertical), 0] }
        return segment(marker, sides + components)
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var waiting = 0
        private var count = 0

        mutating func append(_ value: Int, count added: Int) {
            waiting = waiting << added | value
            count += added
            while count >= 8 {
                count -= 8
                let byte = UInt8(waiting >> count & 255)
                bytes.append(byte)
                if byte == 0xFF { bytes.append(0) }
                waiting &= (1 << count) - 1
            }
        }

        /// The number of bits, then the bits; for a negative number, the inverted bits of its absolute value.
        mutating func appendNumber(_ value: Int) {
            let length = Int.bitWidth - abs(value).leadingZeroBitCount
            append(length, count: 4)
            append(value >= 0 ? value : value + (1 << length) - 1, count: length)
        }

        func finished() -> [UInt8] {
            var copy = self
            if count > 0 { copy.append((1 << (8 - count)) - 1, count: 8 - count) }
            return copy.bytes
        }
    }
}
