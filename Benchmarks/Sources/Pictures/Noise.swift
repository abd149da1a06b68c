package import BoundedCrop

/// Opaque noise, the same for the same seed.
package func noise(size: PixelSize, seed: UInt64) throws -> PixelBuffer {
    var state = seed
    let count = size.width * size.height * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
        for pixel in stride(from: 0, to: count, by: 4) {
            // SplitMix64.
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            mixed ^= mixed >> 31
            bytes[pixel] = UInt8(truncatingIfNeeded: mixed)
            bytes[pixel + 1] = UInt8(truncatingIfNeeded: mixed >> 8)
            bytes[pixel + 2] = UInt8(truncatingIfNeeded: mixed >> 16)
            bytes[pixel + 3] = 255
        }
        initialized = count
    }
    return try PixelBuffer(size: size, bytes: bytes)
}
