package import BoundedCrop

/// Opaque noise that is the same for the same seed.
package func noise(size: PixelSize, seed: UInt64) throws -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    let count = size.width * size.height * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
        for pixel in stride(from: 0, to: count, by: 4) {
            let number = generator.next()
            bytes[pixel] = UInt8(truncatingIfNeeded: number)
            bytes[pixel + 1] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[pixel + 2] = UInt8(truncatingIfNeeded: number >> 16)
            bytes[pixel + 3] = 255
        }
        initialized = count
    }
    return try PixelBuffer(size: size, bytes: bytes)
}
