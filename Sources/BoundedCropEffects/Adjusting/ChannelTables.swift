internal import BoundedCrop

/// A new level for each level of red, green and blue, in colors that are not premultiplied.
struct ChannelTables {
    private var tables: [UInt8] = []

    /// - Parameter change: Returns the new level of a channel (0 red, 1 green, 2 blue) for an old one, both 0...255. The result is rounded
    ///   and clamped to the range.
    init(_ change: (_ channel: Int, _ level: Double) -> Double) {
        for channel in 0..<3 {
            for level in 0...255 {
                let changed = change(channel, Double(level))
                tables.append(changed > 0 ? UInt8(min(changed.rounded(), 255)) : 0)
            }
        }
    }

    /// The same change for all three channels.
    init(_ change: (Double) -> Double) {
        self.init { _, level in change(level) }
    }

    /// Replaces every color by its table entry; alpha is kept. Throws `CancellationError`.
    func apply(to image: inout PixelBuffer) throws {
        try tables.withUnsafeBufferPointer { tables in
            try image.changeRows { bytes, _ in
                for pixel in stride(from: 0, to: bytes.count, by: 4) {
                    let alpha = bytes[pixel + 3]
                    if alpha == 255 {
                        bytes[pixel] = tables[Int(bytes[pixel])]
                        bytes[pixel + 1] = tables[256 + Int(bytes[pixel + 1])]
                        bytes[pixel + 2] = tables[512 + Int(bytes[pixel + 2])]
                    } else if alpha > 0 {
                        for channel in 0..<3 {
                            let level = Premultiplied.quotient(bytes[pixel + channel], alpha)
                            bytes[pixel + channel] = Premultiplied.product(tables[channel * 256 + Int(level)], alpha)
                        }
                    }
                }
            }
        }
    }
}
