public import BoundedCrop

/// A true gaussian blur, to four standard deviations on each side and within a level of 255 of the exact one.
///
/// Outside the picture, its edge goes on; colours are averaged premultiplied. Large sigmas take no longer than small ones.
public struct GaussianBlur: ImageEffect, Hashable {
    /// The standard deviation in pixels, 0...1000; 0 changes nothing.
    public var sigma: Double

    /// A gaussian blur. What is not possible is found out when it is applied.
    public init(sigma: Double) {
        self.sigma = sigma
    }

    /// Made of sigma.
    public var cacheKey: String { "gaussian-blur(\(sigma.keyText))" }

    /// With sigma multiplied.
    public func scaled(by scale: Double) -> any ImageEffect { GaussianBlur(sigma: sigma * scale) }

    /// The picture's own size, in a new picture.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        let scratch = GaussianScratch(sigma: sigma).bytes(on: size, channels: 4)
        return EffectFootprint(resultSize: size, workingBytes: size.pictureBytes.plus(scratch))
    }

    /// Blurs.
    ///
    /// Throws `invalidArgument` when sigma is not 0...1000.
    public func apply(to image: inout PixelBuffer) throws {
        guard (0...1000).contains(sigma) else {
            throw BoundedCropError(.invalidArgument, "a gaussian blur's sigma is 0 to 1000 pixels, not \(sigma)")
        }
        // Below this no neighbour weighs enough to change a level.
        guard sigma > 0.1 else { return }
        image = try image.gaussianBlurred(by: sigma)
    }
}

extension ImageEffect where Self == GaussianBlur {
    /// A true gaussian blur with this standard deviation in pixels. See ``GaussianBlur``.
    public static func gaussianBlur(sigma: Double) -> GaussianBlur { GaussianBlur(sigma: sigma) }
}

extension PixelBuffer {
    /// This picture blurred by a gaussian with this standard deviation in pixels. See ``GaussianBlur``.
    ///
    /// Throws `invalidArgument` when sigma is not 0...1000.
    public func gaussianBlurred(sigma: Double) throws -> PixelBuffer {
        try applying([GaussianBlur(sigma: sigma)])
    }
}
