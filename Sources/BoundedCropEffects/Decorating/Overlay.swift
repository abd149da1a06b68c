public import BoundedCrop

/// Draws another picture over the picture, once or as a pattern.
package struct Overlay: ImageEffect, Hashable {
    package typealias Position = Effect.Position

    /// The picture to draw.
    package let picture: PixelBuffer
    /// The horizontal position.
    package let x: Position
    /// The vertical position.
    package let y: Position
    /// The opacity of the other picture, 0...1; values outside are clamped.
    package let alpha: Double

    /// Creates an overlay. Its position may lie partly or completely outside the picture.
    package init(_ picture: PixelBuffer, x: Position, y: Position, alpha: Double = 1) {
        self.picture = picture
        self.x = x
        self.y = y
        self.alpha = alpha
    }

    /// The cache key. It contains a hash of the other picture's pixels, which takes the time to read them all.
    package var cacheKey: String {
        let content = Fingerprint.text(of: picture.bytes)
        return EffectKey.text("overlay", [picture.size.description, content, x.key, y.key, alpha.keyText])
    }

    /// The picture's size, changed in place, plus a faded copy of the other picture.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        var footprint = EffectFootprint.inPlace(size)
        footprint.workingBytes = footprint.workingBytes.plus(picture.size.pictureBytes)
        return footprint
    }

    /// Draws the other picture.
    ///
    /// - Throws: `invalidArgument` when the opacity is not a number, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        let (columns, rows) = (x.starts(picture.width, in: image.width), y.starts(picture.height, in: image.height))
        try image.draw(picture.withAlpha(alpha), atColumns: columns, rows: rows)
    }
}

extension Effect {
    /// The position of the other picture along one axis.
    public enum Position: Hashable, Sendable {
        /// Pixels from the left or top edge; clamped to ten million either way.
        case fromStart(Int)
        /// Pixels between the other picture and the right or bottom edge.
        case fromEnd(Int)
        /// Pixels to the right of the center, or below it; clamped to ten million either way.
        case fromCenter(Int)
        /// Repeated, starting at the left or top edge.
        case repeated

        /// Centered.
        package static var center: Self { .fromCenter(0) }

        /// The start of each copy of a picture of this length.
        func starts(_ length: Int, in limit: Int) -> [Int] {
            switch self {
            case .fromStart(let offset): [Argument.wholePixels(offset)]
            case .fromEnd(let offset): [limit - length - Argument.wholePixels(offset)]
            case .fromCenter(let offset): [(limit - length) / 2 + Argument.wholePixels(offset)]
            case .repeated: Array(stride(from: 0, to: limit, by: length))
            }
        }

        var key: String {
            switch self {
            case .fromStart(let offset): "start\(offset)"
            case .fromEnd(let offset): "end\(offset)"
            case .fromCenter(let offset): "center\(offset)"
            case .repeated: "repeated"
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Draws another picture over the picture.
    public static func overlay(_ picture: PixelBuffer, x: Effect.Position, y: Effect.Position, alpha: Double = 1) -> Effect {
        Effect(Overlay(picture, x: x, y: y, alpha: alpha))
    }
}

extension Effect.Position: Codable {
    private enum CodingKeys: String, CodingKey {
        case start, end, center
    }

    /// Encodes an object such as `{"start":4}`, of which the number is the distance; an empty one is repeated.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .fromStart(let offset): try container.encode(offset, forKey: .start)
        case .fromEnd(let offset): try container.encode(offset, forKey: .end)
        case .fromCenter(let offset): try container.encode(offset, forKey: .center)
        case .repeated: break
        }
    }

    /// Decodes such an object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let offset = try container.decodeIfPresent(Int.self, forKey: .start) {
            self = .fromStart(offset)
        } else if let offset = try container.decodeIfPresent(Int.self, forKey: .end) {
            self = .fromEnd(offset)
        } else if let offset = try container.decodeIfPresent(Int.self, forKey: .center) {
            self = .fromCenter(offset)
        } else {
            self = .repeated
        }
    }
}
