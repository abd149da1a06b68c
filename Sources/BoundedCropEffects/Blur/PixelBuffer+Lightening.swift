internal import BoundedCrop

extension PixelBuffer {
    /// Adds a quarter of a color to each pixel and keeps alpha.
    ///
    /// Where a picture is opaque, this is what FXBlurView did with `kCGBlendModePlusLighter` at an alpha of 0.25. Where it is not, less is
    /// added to the premultiplied color, so that edges do not glow. Throws `CancellationError`.
    mutating func lighten(with tint: Color) throws {
        guard tint.alpha > 0 else { return }
        // The value to add, by channel and alpha.
        let added = [tint.red, tint.green, tint.blue].flatMap { component in
            (0...255).map { UInt8((component * Double($0) / 4).rounded()) }
        }
        try changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = bytes[pixel + 3]
                for channel in 0..<3 {
                    let sum = Int(bytes[pixel + channel]) + Int(added[channel * 256 + Int(alpha)])
                    bytes[pixel + channel] = UInt8(min(sum, Int(alpha)))
                }
            }
        }
    }
}
