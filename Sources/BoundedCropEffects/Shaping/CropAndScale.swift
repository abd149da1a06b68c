public import BoundedCrop

/// Brings the picture to a size by a content mode. See `PixelBuffer.croppedAndScaled(to:contentMode:padToFit:)`.
public struct CropAndScale: ImageEffect, Hashable {
    /// In pixels.
    public let size: PixelSize
    /// How the picture is brought to it.
    public let contentMode: ContentMode
    /// Whether transparent pixels fill up to the size.
    public let padToFit: Bool

    /// A content mode for a size. The size is checked when it is applied.
    public init(to size: PixelSize, contentMode: ContentMode, padToFit: Bool = false) {
        self.size = size
        self.contentMode = contentMode
        self.padToFit = padToFit
    }

    /// All three parameters.
    public var cacheKey: String { "content-mode(\(contentMode.rawValue),\(size)\(padToFit ? ",pad" : ""))" }

    /// A new picture of the size, and before it is padded the scaled one.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        EffectFootprint(
            resultSize: self.size,
            workingBytes: self.size.pictureBytes.times(2).plus(Resampling.scratchBytes(from: size, to: self.size, channels: 4))
        )
    }

    /// Crops and scales. Throws `invalidArgument` for a size that is not possible.
    public func apply(to image: inout PixelBuffer) throws {
        image = try image.croppedAndScaled(to: size, contentMode: contentMode, padToFit: padToFit)
    }

    /// Both sides multiplied.
    public func scaled(by scale: Double) -> any ImageEffect {
        CropAndScale(to: size.scaled(by: scale), contentMode: contentMode, padToFit: padToFit)
    }
}

extension ImageEffect where Self == CropAndScale {
    /// Brings the picture to a size by a content mode.
    public static func cropAndScale(to size: PixelSize, contentMode: ContentMode, padToFit: Bool = false) -> CropAndScale {
        CropAndScale(to: size, contentMode: contentMode, padToFit: padToFit)
    }
}

extension PixelBuffer {
    /// This picture brought to a size by a content mode.
    ///
    /// - `scaleToFill`, `redraw` and `aspectFill` always give exactly the size.
    /// - `aspectFit` gives what `scaledToFit(_:)` does; padded, in the middle of the size.
    /// - The others never scale. Of a side that is longer than the size's, the part away from the mode's edge is cut off; a side that is
    ///   shorter stays as it is, or is padded away from the mode's edge.
    ///
    /// In the middle means equal shares on both sides; of an odd number of pixels, cut off or padded, the odd one is at the right or at
    /// the bottom.
    ///
    /// Throws `invalidArgument` when the size's sides are not 1...65535 or it has more than 500 million pixels.
    /// - Parameter padToFit: whether transparent pixels fill up to the size; without, the result may be smaller.
    public func croppedAndScaled(to size: PixelSize, contentMode: ContentMode, padToFit: Bool = false) throws -> PixelBuffer {
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
