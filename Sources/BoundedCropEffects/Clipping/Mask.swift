public import BoundedCrop

/// Keeps the picture where a gray mask is white and makes it transparent where the mask is black. See `PixelBuffer.masked(by:)`.
package struct Mask: ImageEffect, Hashable {
    /// The mask, of any size: white keeps, black clears.
    package let mask: LumaPlane

    /// Creates a mask from gray levels.
    package init(_ mask: LumaPlane) {
        self.mask = mask
    }

    /// Creates a mask from a picture: its luma (Rec. 601), black where it is transparent.
    package init(_ mask: PixelBuffer) {
        self.init(mask.luma())
    }

    /// The mask's size and a hash of its bytes, which takes the time to read them all.
    package var cacheKey: String { "mask(\(mask.size),\(Fingerprint.text(of: mask.bytes)))" }

    /// The picture's own size, plus the mask at that size.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let scratch = Resampling.scratchBytes(from: mask.size, to: size, channels: 1)
        return EffectFootprint(resultSize: size, workingBytes: size.area.times(5).plus(scratch))
    }

    /// Applies the mask.
    ///
    /// - Throws: What `PixelBuffer.masked(by:)` throws.
    package func apply(to image: inout PixelBuffer) throws {
        try image.multiply(by: mask)
    }
}

extension ImageEffect where Self == Effect {
    /// Keeps the picture where a mask is white.
    package static func mask(_ mask: LumaPlane) -> Effect { Effect(Mask(mask)) }
    /// Keeps the picture where another picture is white, and clears it where that is black or transparent: every byte is multiplied by
    /// the other picture's luma (Rec. 601). A mask of another size is scaled to the picture's.
    public static func mask(_ mask: PixelBuffer) -> Effect { Effect(Mask(mask)) }
}

extension PixelBuffer {
    /// Returns this picture with every byte multiplied by the mask's: `value * mask / 255`, rounded to the nearest. White keeps, black
    /// clears.
    ///
    /// A mask of another size is scaled to the picture's.
    ///
    /// - Throws: What scaling throws.
    package func masked(by mask: LumaPlane) throws -> PixelBuffer {
        var image = self
        try image.multiply(by: mask)
        return image
    }

    /// Returns this picture masked by another picture's luma. See `ImageEffect.mask(_:)`.
    package func masked(by mask: PixelBuffer) throws -> PixelBuffer {
        try masked(by: mask.luma())
    }

    fileprivate mutating func multiply(by mask: LumaPlane) throws {
        let fitting = try mask.resampled(mask.size.bounds, to: size)
        let width = self.width
        try fitting.bytes.withUnsafeBufferPointer { mask in
            try changeRows { bytes, y in
                for index in 0..<width where mask[y * width + index] < 255 {
                    let level = mask[y * width + index]
                    for channel in index * 4..<index * 4 + 4 { bytes[channel] = Premultiplied.product(bytes[channel], level) }
                }
            }
        }
    }
}
