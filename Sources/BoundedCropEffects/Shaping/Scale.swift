public import BoundedCrop

/// Brings the picture to another size in one of three ways. See `PixelBuffer.resized(to:)`, `scaledToFit(_:)` and `scaledToFill(_:)`.
public struct Scale: ImageEffect, Hashable {
    /// What becomes of the picture's aspect.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// It may change: the result has exactly the size.
        case stretch
        /// It is kept, and the whole picture shown: the result may be smaller in one dimension.
        case fit
        /// It is kept, and the picture's middle cut out: the result has exactly the size.
        case fill
    }

    /// In pixels.
    public let size: PixelSize
    /// Which of the three ways.
    public let mode: Mode

    /// A change of size. The size is checked when it is applied.
    public init(to size: PixelSize, mode: Mode = .stretch) {
        self.size = size
        self.mode = mode
    }

    /// The mode and the size.
    public var cacheKey: String { "\(mode == .stretch ? "scale" : mode.rawValue)(\(size))" }

    /// A new picture of the size.
    public func footprint(on size: PixelSize) -> EffectFootprint { .scaling(size, to: self.size) }

    /// Scales. Throws `invalidArgument` for a size that is not possible.
    public func apply(to image: inout PixelBuffer) throws {
        switch mode {
        case .stretch: image = try image.resized(to: size)
        case .fit: image = try image.scaledToFit(size)
        case .fill: image = try image.scaledToFill(size)
        }
    }

    /// Both sides multiplied.
    public func scaled(by scale: Double) -> any ImageEffect { Scale(to: size.scaled(by: scale), mode: mode) }
}

extension ImageEffect where Self == Scale {
    /// Exactly this size; the aspect may change.
    public static func scale(to size: PixelSize) -> Scale { Scale(to: size, mode: .stretch) }
    /// The whole picture, as large as the size allows.
    public static func scaleToFit(_ size: PixelSize) -> Scale { Scale(to: size, mode: .fit) }
    /// The picture's middle at exactly this size.
    public static func scaleToFill(_ size: PixelSize) -> Scale { Scale(to: size, mode: .fill) }
}

extension PixelBuffer {
    /// This picture shrunk or enlarged, aspect kept to the nearest pixel, so that it fits the size: one side is the size's, the other the
    /// same or smaller, at least one pixel. Nothing is padded.
    ///
    /// Throws `invalidArgument` when the size's sides are not 1...65535 or it has more than 500 million pixels.
    public func scaledToFit(_ size: PixelSize) throws -> PixelBuffer {
        try Resampling.check(outputSize: size)
        return try resized(to: self.size.fitting(size))
    }

    /// The middle of this picture shrunk or enlarged, aspect kept, to exactly the size: what is too much is cut off both sides alike.
    ///
    /// Where nothing has to be scaled, whole pixels are cut, an odd one from the right or from the bottom.
    ///
    /// Throws `invalidArgument` when the size's sides are not 1...65535 or it has more than 500 million pixels.
    public func scaledToFill(_ size: PixelSize) throws -> PixelBuffer {
        try Resampling.check(outputSize: size)
        let (across, down) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
        let step = min(across, down)
        if step == 1 { return try placed(x: (size.width - width) / 2, y: (size.height - height) / 2, on: size) }
        // The side that is shown whole is so to the last digit: no rounding may take the window outside.
        let shownWidth = across <= down ? Double(width) : Double(size.width) * step
        let shownHeight = down <= across ? Double(height) : Double(size.height) * step
        let (left, top) = ((Double(width) - shownWidth) / 2, (Double(height) - shownHeight) / 2)
        return try resampled(Rect(x: left, y: top, width: shownWidth, height: shownHeight), to: size)
    }
}
