public import BoundedCrop

/// Lays the picture in the middle of a larger ground.
public struct Fill: ImageEffect, Hashable {
    /// What is seen around the picture.
    public enum Ground: Hashable, Sendable {
        /// One colour; nothing, where it is clear.
        case color(Color)
        /// The picture's average colour.
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

    /// The least size of the result; a side on which the picture is larger becomes the picture's.
    public let size: PixelSize
    /// What is seen around the picture.
    public let ground: Ground
    /// Whether the ground is seen through transparent parts of the picture too.
    public let showsThrough: Bool

    /// A ground, whose size is checked when it is applied.
    public init(to size: PixelSize, with ground: Ground, showsThrough: Bool = true) {
        self.size = size
        self.ground = ground
        self.showsThrough = showsThrough
    }

    /// All parameters.
    public var cacheKey: String { EffectKey.text("fill-around", [size.description, ground.key, String(showsThrough)]) }

    /// The ground, and before it is blurred another one.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        let whole = self.size(around: size)
        guard ground == .blur else { return .newPicture(whole) }
        var footprint = GaussianBlur(sigma: Self.sigma).footprint(on: whole)
        footprint.workingBytes = footprint.workingBytes.plus(whole.pictureBytes)
            .plus(Resampling.scratchBytes(from: size, to: whole, channels: 4))
        return footprint
    }

    /// Lays the picture on the ground. Throws `invalidArgument` for a size beyond the limits of an output.
    public func apply(to image: inout PixelBuffer) throws {
        let whole = size(around: image.size)
        try Resampling.check(outputSize: whole)
        let (left, top) = ((whole.width - image.width) / 2, (whole.height - image.height) / 2)
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
            let place = PixelRect(x: left, y: top, width: image.width, height: image.height)
            try result.replace(Span2D(covering: place.rect, within: whole), from: image, at: (left, top))
        }
        image = result
    }

    private func size(around picture: PixelSize) -> PixelSize {
        PixelSize(width: max(size.width, picture.width), height: max(size.height, picture.height))
    }

    /// Enough that nothing of the stretched picture catches the eye.
    private static let sigma = 25.0
}

extension ImageEffect where Self == Fill {
    /// Lays the picture in the middle of a larger ground. See ``Fill``.
    public static func fill(to size: PixelSize, with ground: Fill.Ground, showsThrough: Bool = true) -> Fill {
        Fill(to: size, with: ground, showsThrough: showsThrough)
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
