/// Arithmetic on bytes that represent 0...1; each result is rounded once, to the nearest.
enum Premultiplied {
    /// `a * b / 255`, rounded to the nearest (255 is odd, so there are no halves). Exact for all pairs, without a division.
    @inline(__always)
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        let scaled = UInt32(a) * UInt32(b) + 128
        return UInt8(truncatingIfNeeded: (scaled + (scaled >> 8)) >> 8)
    }

    /// The level before premultiplication, for an alpha above 0: `color * 255 / alpha`, rounded to the nearest.
    @inline(__always)
    static func quotient(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: min((UInt32(color) * 510 + UInt32(alpha)) / (2 * UInt32(alpha)), 255))
    }

    /// Every byte multiplied by a factor of 0...1. The result is monotonic in the byte, so colors stay at or below their alpha.
    static func table(_ factor: Double) -> [UInt8] {
        (0...255).map { UInt8((Double($0) * factor).rounded()) }
    }

    /// Draws `count` pixels over existing ones (Porter and Duff's "over").
    ///
    /// Colors above their alpha, which no decoder produces, are clamped to the alpha of the result.
    static func draw(_ pixels: UnsafePointer<UInt8>, over ground: UnsafeMutablePointer<UInt8>, count: Int) {
        var index = 0
        while index < count * 4 {
            let rest = 255 - pixels[index + 3]
            let alpha = UInt16(pixels[index + 3]) + UInt16(product(ground[index + 3], rest))
            for channel in index..<index + 3 {
                let sum = UInt16(pixels[channel]) + UInt16(product(ground[channel], rest))
                ground[channel] = UInt8(truncatingIfNeeded: min(sum, alpha))
            }
            ground[index + 3] = UInt8(truncatingIfNeeded: alpha)
            index += 4
        }
    }
}
