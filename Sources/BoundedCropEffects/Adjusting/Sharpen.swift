package import BoundedCrop

/// Makes edges steeper by adding what a Gaussian blur would remove (unsharp masking).
package struct Sharpen: WritableEffect, Hashable {
    /// The factor for the added difference, 0...100.
    package let amount: Double
    /// The blur's sigma in pixels, 0...150.
    package let radius: Double
    /// Whether only the brightness changes, which avoids color fringes.
    package let luminanceOnly: Bool

    /// Creates the effect. Parameters are checked when the effect is applied.
    package init(amount: Double, radius: Double, luminanceOnly: Bool = false) {
        self.amount = amount
        self.radius = radius
        self.luminanceOnly = luminanceOnly
    }

    package var call: EffectCall { EffectCall("sharpen", .number(amount), .number(radius), "\(luminanceOnly)") }

    /// The same effect with the radius multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        Sharpen(amount: amount, radius: radius * scale, luminanceOnly: luminanceOnly)
    }

    /// The picture's own size, plus a blurred copy.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        var footprint = GaussianBlur(sigma: radius).footprint(on: size)
        footprint.workingBytes = footprint.workingBytes.plus(size.pictureBytes)
        return footprint
    }

    /// Throws `invalidArgument` for an amount outside 0...100 or a radius outside 0...150.
    package func check() throws {
        _ = try Argument.number(amount, in: 0...100, "a sharpening amount")
        _ = try Argument.number(radius, in: 0...150, "a sharpening radius")
    }

    /// Sharpens the picture.
    ///
    /// - Throws: `invalidArgument` for an amount outside 0...100 or a radius outside 0...150.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let amount = Float(amount)
        var blurred = image
        try GaussianBlur(sigma: radius).apply(to: &blurred)
        let weights = SIMD4<Float>(0.299, 0.587, 0.114, 0)
        let length = image.width * 4
        try blurred.bytes.withUnsafeBufferPointer { blurred in
            try image.changeRows { bytes, y in
                let blurred = UnsafeBufferPointer(rebasing: blurred[y * length..<(y + 1) * length])
                for pixel in stride(from: 0, to: bytes.count, by: 4) {
                    let color = SIMD4(Float(bytes[pixel]), Float(bytes[pixel + 1]), Float(bytes[pixel + 2]), 0)
                    var edge = color - SIMD4(Float(blurred[pixel]), Float(blurred[pixel + 1]), Float(blurred[pixel + 2]), 0)
                    if luminanceOnly { edge = SIMD4(repeating: (edge * weights).sum()) }
                    let limit = SIMD4(repeating: Float(bytes[pixel + 3]))
                    let result = (color + edge * amount + 0.5).clamped(lowerBound: .zero, upperBound: limit)
                    bytes[pixel] = UInt8(result.x)
                    bytes[pixel + 1] = UInt8(result.y)
                    bytes[pixel + 2] = UInt8(result.z)
                }
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Makes edges steeper.
    public static func sharpen(amount: Double, radius: Double, luminanceOnly: Bool = false) -> Effect {
        Effect(Sharpen(amount: amount, radius: radius, luminanceOnly: luminanceOnly))
    }
}
