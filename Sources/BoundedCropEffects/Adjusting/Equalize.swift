package import BoundedCrop

/// Spreads the levels of each channel so that all are about equally frequent (histogram equalization).
///
/// Transparent pixels are not counted. A channel with a single level stays as it is.
package struct Equalize: WritableEffect, Hashable {
    /// Creates the effect.
    package init() {}

    package var call: EffectCall { EffectCall("equalize") }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Spreads the levels.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        let counts = try Self.counts(of: image)
        let sums = counts.map { channel in
            var sum = 0
            return channel.map { count in
                sum += count
                return sum
            }
        }
        let lowest = zip(counts, sums).map { counts, sums in counts.firstIndex { $0 > 0 }.map { sums[$0] } ?? 0 }
        try ChannelTables { channel, level in
            let (least, most) = (lowest[channel], sums[channel][255])
            return most > least ? Double(sums[channel][Int(level)] - least) / Double(most - least) * 255 : level
        }.apply(to: &image)
    }

    /// How often each level of each channel occurs.
    private static func counts(of image: PixelBuffer) throws -> [[Int]] {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
        try image.readRows { bytes, _ in
            for channel in 0..<3 {
                counts[channel].withUnsafeMutableBufferPointer { counts in
                    for pixel in stride(from: 0, to: bytes.count, by: 4) {
                        let alpha = bytes[pixel + 3]
                        guard alpha > 0 else { continue }
                        let color = bytes[pixel + channel]
                        counts[Int(alpha == 255 ? color : Premultiplied.quotient(color, alpha))] += 1
                    }
                }
            }
        }
        return counts
    }
}

extension ImageEffect where Self == Equalize {
    /// Spreads the levels of each channel. See `Equalize`.
    package static var equalize: Equalize { Equalize() }
}
