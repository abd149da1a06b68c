public import BoundedCrop

/// Gives a picture the hue and saturation of a color and keeps its luminosity.
package struct Tint: WritableEffect, Hashable {
    /// The color that provides hue and saturation.
    package var color: Color

    /// Creates a tint. All colors are possible; a gray one removes all color.
    package init(_ color: Color) {
        self.color = color
    }

    package var call: EffectCall { EffectCall("tint", .color(color)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Tints the picture.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        guard color.alpha > 0 else { return }
        let tint = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 0)
        let weights = SIMD4<Float>(0.3, 0.59, 0.11, 0)
        // Added to the luminosity, unless ClipColor has something to clip. Then all three shrink by the same factor, so that the lowest
        // ends at 0 or the highest at 1.
        var chroma = tint - (tint * weights).sum()
        chroma.w = 0
        let lowest = chroma.min()
        let highest = chroma.max()
        let perDepth = lowest < -1e-6 ? -1 / lowest : 0
        let perRoom = highest > 1e-6 ? 1 / highest : 0
        let opacity = Float(color.alpha)
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = Float(bytes[pixel + 3])
                let backdrop = SIMD4(Float(bytes[pixel]), Float(bytes[pixel + 1]), Float(bytes[pixel + 2]), 0)
                // The formulas scale with alpha, so there is no need to divide by it and multiply again.
                let luminosity = (backdrop * weights).sum()
                let factor = min(alpha, luminosity * perDepth, max(alpha - luminosity, 0) * perRoom)
                let blended = luminosity + chroma * factor
                let mixed = backdrop + (blended - backdrop) * opacity + 0.5
                let result = mixed.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
                bytes[pixel] = UInt8(result.x)
                bytes[pixel + 1] = UInt8(result.y)
                bytes[pixel + 2] = UInt8(result.z)
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Gives the picture the hue and saturation of a color and keeps its luminosity.
    ///
    /// This is the blend mode `color` of W3C Compositing and Blending Level 1, 10.2.3 (`SetLum(Cs, Lum(Cb))`), with the tint drawn over the
    /// picture, and only where the picture is.
    ///
    /// Alpha is kept. The tint's own alpha is its strength: at 0 nothing changes; at 1 only the luminosity of the picture's colors remains.
    /// Results are within one level of the exact ones.
    public static func tint(_ color: Color) -> Effect { Effect(Tint(color)) }
}

extension PixelBuffer {
    /// Returns this picture with the hue and saturation of a color and its own luminosity.
    ///
    /// - Throws: `CancellationError`.
    package func tinted(with color: Color) throws -> PixelBuffer {
        try applying([.tint(color)])
    }
}
