package import BoundedCrop

/// Adds noise: a random number for each pixel, the same for its three channels.
package struct Noise: WritableEffect, Hashable {
    /// The range of the random numbers in levels, centered on 0: 0...65535; larger values count as 65535.
    package let amount: Int
    /// The seed of the random numbers. Equal seeds give equal noise.
    package let seed: UInt64

    /// Creates noise. Parameters are checked when the effect is applied.
    package init(amount: Int, seed: UInt64 = 0) {
        self.amount = amount
        self.seed = seed
    }

    package var call: EffectCall { EffectCall("noise", "\(amount)", "\(seed)") }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for an amount below 0.
    package func check() throws {
        guard amount >= 0 else { throw BoundedCropError(.invalidArgument, "a noise amount of \(amount) is below 0") }
    }

    /// Adds the noise.
    ///
    /// - Throws: `invalidArgument` for an amount below 0, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let amount = Int32(min(amount, 65_535))
        guard amount > 0 else { return }
        var state = seed
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                let random = Self.next(&state) >> 32
                let added = Int32(truncatingIfNeeded: (random * UInt64(amount)) >> 32) - amount / 2
                let alpha = Int32(bytes[pixel + 3])
                let share = alpha == 255 ? added : added * alpha / 255
                for channel in pixel..<pixel + 3 {
                    bytes[channel] = UInt8(truncatingIfNeeded: min(max(Int32(bytes[channel]) + share, 0), alpha))
                }
            }
        }
    }

    /// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension ImageEffect where Self == Noise {
    /// Adds noise with a range of this many levels. See `Noise`.
    package static func noise(amount: Int, seed: UInt64 = 0) -> Noise { Noise(amount: amount, seed: seed) }
}
