public import BoundedCrop

/// Brings the picture to another size in one of three ways. See `PixelBuffer.resized(to:)`, `scaledToFit(_:)` and `scaledToFill(_:)`.
package struct Scale: WritableEffect, Hashable {
    /// How the picture's aspect is treated.
    package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// The aspect may change: the result has exactly the size.
        case stretch
        /// The aspect is kept and the whole picture shown: the result may be smaller in one dimension.
        case fit
        /// The aspect is kept and the center of the picture cut out: the result has exactly the size.
        case fill
    }

    /// The size in pixels.
    package let size: PixelSize
    /// How the picture's aspect is treated.
    package let mode: Mode

    /// Creates a change of size. The size is checked when the effect is applied.
    package init(to size: PixelSize, mode: Mode = .stretch) {
        self.size = size
        self.mode = mode
    }

    package var call: EffectCall { EffectCall(mode == .stretch ? "scale" : mode.rawValue, "\(size)") }

    /// A new picture of the size.
    package func footprint(on size: PixelSize) -> EffectFootprint { .scaling(size, to: self.size) }

    /// Throws `invalidArgument` for an invalid size.
    public func check() throws { try Resampling.check(outputSize: size) }

    /// Scales the picture.
    ///
    /// - Throws: `invalidArgument` for an invalid size.
    package func apply(to image: inout PixelBuffer) throws {
        switch mode {
        case .stretch: image = try image.resized(to: size)
        case .fit: image = try image.scaledToFit(size)
        case .fill: image = try image.scaledToFill(size)
        }
    }

    /// The same effect with both sides multiplied.
    package func scaled(by scale: Double) -> any ImageEffect { Scale(to: size.scaled(by: scale), mode: mode) }
}

extension ImageEffect where Self == Effect {
    /// Scales to exactly this size; the aspect may change.
    public static func scale(to size: PixelSize) -> Effect { Effect(Scale(to: size, mode: .stretch)) }
    /// Scales the picture to be as large as the size allows, its aspect kept to the nearest pixel: one side is the size's, the other the
    /// same or smaller. Nothing is padded.
    public static func scaleToFit(_ size: PixelSize) -> Effect { Effect(Scale(to: size, mode: .fit)) }
    /// Scales the picture to cover the size with its aspect kept, and cuts off the excess equally on both sides; an odd pixel, where no
    /// scaling is needed, from the right or from the bottom.
    public static func scaleToFill(_ size: PixelSize) -> Effect { Effect(Scale(to: size, mode: .fill)) }
}

extension PixelBuffer {
    /// This picture scaled as by `ImageEffect.scaleToFit(_:)`.
    ///
    /// - Throws: `invalidArgument` when the size's sides are not 1...65535 or it has more than 500 million pixels.
    package func scaledToFit(_ size: PixelSize) throws -> PixelBuffer {
        try Resampling.check(outputSize: size)
        return try resized(to: self.size.fitting(size))
    }

    /// This picture scaled and cut as by `ImageEffect.scaleToFill(_:)`.
    ///
    /// - Throws: `invalidArgument` when the size's sides are not 1...65535 or it has more than 500 million pixels.
    package func scaledToFill(_ size: PixelSize) throws -> PixelBuffer {
        try Resampling.check(outputSize: size)
        let (across, down) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
        let step = min(across, down)
        if step == 1 { return try placed(x: (size.width - width) / 2, y: (size.height - height) / 2, on: size) }
        // A side that is shown whole is so exactly: rounding must not move the window outside the picture.
        let shownWidth = across <= down ? Double(width) : Double(size.width) * step
        let shownHeight = down <= across ? Double(height) : Double(size.height) * step
        let (left, top) = ((Double(width) - shownWidth) / 2, (Double(height) - shownHeight) / 2)
        return try resampled(Rect(x: left, y: top, width: shownWidth, height: shownHeight), to: size)
    }
}
