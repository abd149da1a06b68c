package import BoundedCrop

/// A true Gaussian blur, computed to four standard deviations on each side and within one level of 255 of the exact result.
package struct GaussianBlur: WritableEffect, Hashable {
    /// The standard deviation in pixels, 0...1000; 0 changes nothing.
    package var sigma: Double

    /// Creates a Gaussian blur. Parameters are checked when the effect is applied.
    package init(sigma: Double) {
        self.sigma = sigma
    }

    package var call: EffectCall { EffectCall("gaussian-blur", .number(sigma)) }

    /// The same effect with sigma multiplied.
    package func scaled(by scale: Double) -> any ImageEffect { GaussianBlur(sigma: sigma * scale) }

    /// A new picture of the same size.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let scratch = GaussianScratch(sigma: sigma).bytes(on: size, channels: 4)
        return EffectFootprint(resultSize: size, workingBytes: size.pictureBytes.plus(scratch))
    }

    /// Throws `invalidArgument` for a sigma that is not in 0...1000.
    package func check() throws {
        guard (0...1000).contains(sigma) else {
            throw BoundedCropError(.invalidArgument, "a Gaussian blur's sigma must be 0 to 1000 pixels, not \(sigma)")
        }
    }

    /// Blurs the picture.
    ///
    /// - Throws: `invalidArgument` when sigma is not in 0...1000.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        // Below this, no neighbor has enough weight to change a level.
        guard sigma > 0.1 else { return }
        image = try image.gaussianBlurred(by: sigma)
    }
}

extension ImageEffect where Self == Effect {
    /// A true Gaussian blur with this standard deviation in pixels.
    ///
    /// Outside the picture, the edge pixels are repeated. Colors are averaged premultiplied. Large sigmas take no longer than small ones.
    public static func gaussianBlur(sigma: Double) -> Effect { Effect(GaussianBlur(sigma: sigma)) }
}

extension PixelBuffer {
    /// Returns this picture blurred by a Gaussian with this standard deviation in pixels.
    ///
    /// - Throws: `invalidArgument` when sigma is not in 0...1000.
    package func gaussianBlurred(sigma: Double) throws -> PixelBuffer {
        try applying([GaussianBlur(sigma: sigma)])
    }
}
