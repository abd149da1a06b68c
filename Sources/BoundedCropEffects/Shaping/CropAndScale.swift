public import BoundedCrop

/// Fits the picture to a size by a content mode. See `PixelBuffer.croppedAndScaled(to:contentMode:padToFit:)`.
package struct CropAndScale: WritableEffect, Hashable {
    /// The size in pixels.
    package let size: PixelSize
    /// How the picture is fitted to the size.
    package let contentMode: ContentMode
    /// Whether the result is padded to the size with transparent pixels.
    package let padToFit: Bool

    /// Creates the effect. The size is checked when the effect is applied.
    package init(to size: PixelSize, contentMode: ContentMode, padToFit: Bool = false) {
        self.size = size
        self.contentMode = contentMode
        self.padToFit = padToFit
    }

    package var call: EffectCall { EffectCall("content-mode", ["\(contentMode.rawValue)", "\(size)"] + (padToFit ? ["pad"] : [])) }

    /// A new picture of the size, plus the scaled one before padding.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        EffectFootprint(
            resultSize: self.size,
            workingBytes: self.size.pictureBytes.times(2).plus(Resampling.scratchBytes(from: size, to: self.size, channels: 4))
        )
    }

    /// Throws `invalidArgument` for an invalid size.
    public func check() throws { try Resampling.check(outputSize: size) }

    /// Crops and scales the picture.
    ///
    /// - Throws: `invalidArgument` for an invalid size.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.croppedAndScaled(to: size, contentMode: contentMode, padToFit: padToFit)
    }

    /// The same effect with both sides multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        CropAndScale(to: size.scaled(by: scale), contentMode: contentMode, padToFit: padToFit)
    }
}

extension ImageEffect where Self == Effect {
    /// Fits the picture to a size by a content mode.
    ///
    /// - `scaleToFill`, `redraw` and `aspectFill` always give exactly the size.
    /// - `aspectFit` gives the result of ``scaleToFit(_:)``; with padding, it is centered in the size.
    /// - The other modes never scale. A side longer than the size's is cut off away from the mode's edge; a shorter side stays as it is, or
    ///   is padded away from the mode's edge.
    ///
    /// Centering uses equal shares on both sides; an odd pixel is cut off or added at the right or at the bottom.
    ///
    /// - Parameters:
    ///   - size: The size to fit the picture to.
    ///   - contentMode: How the picture is fitted.
    ///   - padToFit: Whether the result is padded to the size with transparent pixels; without padding, it may be smaller.
    public static func cropAndScale(to size: PixelSize, contentMode: ContentMode, padToFit: Bool = false) -> Effect {
        Effect(CropAndScale(to: size, contentMode: contentMode, padToFit: padToFit))
    }
}

extension PixelBuffer {
    /// Returns this picture fitted to a size. See `ImageEffect.cropAndScale(to:contentMode:padToFit:)`.
    package func croppedAndScaled(to size: PixelSize, contentMode: ContentMode, padToFit: Bool = false) throws -> PixelBuffer {
        try Resampling.check(outputSize: size)
        let picture: PixelBuffer
        switch contentMode {
        case .scaleToFill, .redraw: return try resized(to: size)
        case .aspectFill: return try scaledToFill(size)
        case .aspectFit: picture = try scaledToFit(size)
        default: picture = self
        }
        let smaller = PixelSize(width: min(size.width, picture.width), height: min(size.height, picture.height))
        let ground = padToFit ? size : smaller
        let origin = contentMode.origin(of: picture.size, on: ground)
        return try picture.placed(x: origin.x, y: origin.y, on: ground)
    }
}
