public import BoundedCrop

/// Places the picture on a larger background, in the center or elsewhere.
package struct Fill: ImageEffect, Hashable {
    package typealias Ground = Effect.Ground

    /// The minimum size of the result; where the picture is larger along a side, that side is the picture's.
    package let size: PixelSize
    /// The background around the picture.
    package let ground: Ground
    /// Whether the background also shows through transparent parts of the picture.
    package let showsThrough: Bool
    /// The horizontal position of the picture; in the center by default. Parts beyond the background are cut off, and nothing is repeated.
    package let x: Overlay.Position
    /// The vertical position of the picture.
    package let y: Overlay.Position

    /// Creates a background. Its size is checked when the effect is applied.
    package init(
        to size: PixelSize,
        with ground: Ground,
        showsThrough: Bool = true,
        x: Overlay.Position = .center,
        y: Overlay.Position = .center
    ) {
        (self.size, self.ground, self.showsThrough, self.x, self.y) = (size, ground, showsThrough, x, y)
    }

    /// All parameters.
    package var cacheKey: String { EffectKey.text("fill-around", [size.description, ground.key, String(showsThrough), x.key, y.key]) }

    /// The background; for a blur, also the picture before it is blurred.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let whole = self.size(around: size)
        guard ground == .blur else { return .newPicture(whole) }
        var footprint = GaussianBlur(sigma: Self.sigma).footprint(on: whole)
        footprint.workingBytes = footprint.workingBytes.plus(whole.pictureBytes)
            .plus(Resampling.scratchBytes(from: size, to: whole, channels: 4))
        return footprint
    }

    /// Places the picture on the background.
    ///
    /// - Throws: `invalidArgument` for a size beyond the output limits.
    package func apply(to image: inout PixelBuffer) throws {
        let whole = size(around: image.size)
        try Resampling.check(outputSize: whole)
        let (left, top) = (x.starts(image.width, in: whole.width)[0], y.starts(image.height, in: whole.height)[0])
        var result: PixelBuffer
        switch ground {
        case .color(let color): result = try PixelBuffer(size: whole, color: color)
        case .average: result = try PixelBuffer(size: whole, pixel: image.average())
        case .blur:
            result = try image.resized(to: whole)
            try GaussianBlur(sigma: Self.sigma).apply(to: &result)
        }
        if showsThrough {
            try result.draw(image, x: left, y: top)
        } else {
            let place = Rect(x: Double(left), y: Double(top), width: Double(image.width), height: Double(image.height))
            try result.replace(Span2D(covering: place, within: whole), from: image, at: (left, top))
        }
        image = result
    }

    private func size(around picture: PixelSize) -> PixelSize {
        PixelSize(width: max(size.width, picture.width), height: max(size.height, picture.height))
    }

    /// Large enough to hide all details of the stretched picture.
    private static let sigma = 25.0
}

extension Effect {
    /// The background around the picture.
    public enum Ground: Hashable, Sendable {
        /// One color; with a clear color, the background is transparent.
        case color(Color)
        /// The picture's average color.
        case average
        /// The picture itself, stretched and blurred.
        case blur

        var key: String {
            switch self {
            case .color(let color): color.description
            case .average: "average"
            case .blur: "blur"
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Places the picture in the center of a larger background.
    public static func fill(to size: PixelSize, with ground: Effect.Ground, showsThrough: Bool = true) -> Effect {
        Effect(Fill(to: size, with: ground, showsThrough: showsThrough))
    }
}

extension PixelBuffer {
    /// The mean of all pixels.
    fileprivate func average() throws -> SIMD4<UInt8> {
        var sum = SIMD4<Int>.zero
        try readRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                sum &+= SIMD4(Int(bytes[pixel]), Int(bytes[pixel + 1]), Int(bytes[pixel + 2]), Int(bytes[pixel + 3]))
            }
        }
        return SIMD4(truncatingIfNeeded: (sum &+ size.area / 2) / SIMD4(repeating: size.area))
    }
}

extension Effect.Ground: Codable {
    /// Encodes `average`, `blur`, or the color's text.
    public func encode(to encoder: any Encoder) throws { try key.encode(to: encoder) }

    /// Decodes one of these.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        switch text {
        case Self.average.key: self = .average
        case Self.blur.key: self = .blur
        default: self = .color(try Color(from: decoder))
        }
    }
}
