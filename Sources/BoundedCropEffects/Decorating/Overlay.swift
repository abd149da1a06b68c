public import BoundedCrop

/// Lays another picture over the picture, once or as a pattern.
public struct Overlay: ImageEffect, Hashable {
    /// Where the other picture is along one direction.
    public enum Position: Hashable, Sendable {
        /// Pixels from the left or top edge; more than ten million either way count as that.
        case fromStart(Int)
        /// Pixels between it and the right or bottom edge.
        case fromEnd(Int)
        /// In the middle.
        case center
        /// Again and again, from the left or top edge on.
        case repeated

        /// Where each begins, in a picture of this length.
        func starts(_ length: Int, in limit: Int) -> [Int] {
            switch self {
            case .fromStart(let offset): [Argument.wholePixels(offset)]
            case .fromEnd(let offset): [limit - length - Argument.wholePixels(offset)]
            case .center: [(limit - length) / 2]
            case .repeated: Array(stride(from: 0, to: limit, by: length))
            }
        }

        var key: String {
            switch self {
            case .fromStart(let offset): "start\(offset)"
            case .fromEnd(let offset): "end\(offset)"
            case .center: "center"
            case .repeated: "repeated"
            }
        }
    }

    /// What is laid over.
    public let picture: PixelBuffer
    /// Where from left to right.
    public let x: Position
    /// Where from top to bottom.
    public let y: Position
    /// How opaque it is, 0...1; what lies outside counts as the nearer end.
    public let alpha: Double

    /// A picture at a place that may lie outside the other one, in part or wholly.
    public init(_ picture: PixelBuffer, x: Position, y: Position, alpha: Double = 1) {
        self.picture = picture
        self.x = x
        self.y = y
        self.alpha = alpha
    }

    /// Names the other picture by a hash of its pixels, which takes the time to read them all.
    public var cacheKey: String {
        let content = Fingerprint.text(of: picture.bytes)
        return EffectKey.text("overlay", [picture.size.description, content, x.key, y.key, alpha.keyText])
    }

    /// The picture's own size, changed where it is, with a faded copy of the other one.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        var footprint = EffectFootprint.inPlace(size)
        footprint.workingBytes = footprint.workingBytes.plus(picture.size.pictureBytes)
        return footprint
    }

    /// Lays it over. Throws `invalidArgument` for an opacity that is no number, and `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        let (columns, rows) = (x.starts(picture.width, in: image.width), y.starts(picture.height, in: image.height))
        try image.draw(picture.withAlpha(alpha), atColumns: columns, rows: rows)
    }
}

extension ImageEffect where Self == Overlay {
    /// Lays another picture over the picture. See ``Overlay``.
    public static func overlay(_ picture: PixelBuffer, x: Overlay.Position, y: Overlay.Position, alpha: Double = 1) -> Overlay {
        Overlay(picture, x: x, y: y, alpha: alpha)
    }
}
