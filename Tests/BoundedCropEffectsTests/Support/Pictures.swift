import BoundedCrop

/// Generated pictures for tests.
enum Pictures {
    /// Premultiplied noise, the same for the same seed; opaque by default. Linear congruential (Numerical Recipes).
    static func noise(_ width: Int, _ height: Int, seed: UInt32 = 1, opaque: Bool = true) throws -> PixelBuffer {
        var state = seed
        func next() -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 24)
        }
        var bytes: [UInt8] = []
        for _ in 0..<width * height {
            let alpha = opaque ? 255 : next()
            bytes += (0..<3).map { _ in UInt8(next() * alpha / 255) } + [UInt8(alpha)]
        }
        return try PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes)
    }
}

extension PixelBuffer {
    /// The largest difference between two corresponding bytes; `Int.max` for pictures of different sizes.
    func largestDifference(from other: PixelBuffer) -> Int {
        guard size == other.size else { return .max }
        return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The four bytes of one pixel.
    subscript(x: Int, y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }

    /// Whether no color exceeds its alpha.
    var isPremultiplied: Bool {
        stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0..<$0 + 3].allSatisfy { [alpha = bytes[$0 + 3]] in $0 <= alpha } }
    }
}

extension Pictures {
    /// An opaque gray picture, quick to create at any size.
    static func flat(_ size: PixelSize) throws -> PixelBuffer {
        try PixelBuffer(size: size, bytes: Array(repeating: 255, count: size.area * 4))
    }
}
