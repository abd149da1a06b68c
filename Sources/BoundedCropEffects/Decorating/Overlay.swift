public import BoundedCrop

/// Lays another picture over the picture, once or as a pattern.
public struct Overlay: ImageEffect, Hashable {
    /// Where the other picture is along one direction.
    public enum Position: Hashable, Sendable {
        /// Pixels from the left or top edge.
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
            case .fromStart(let offset): [offset]
            case .fromEnd(let offset): [limit - length - offset]
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
    /// Names the other picture by a hash of its pixels.
    public let cacheKey: String

    /// A picture at a place that may lie outside the other one, in part or wholly.
    public init(_ picture: PixelBuffer, x: Position, y: Position, alpha: Double = 1) {
        self.picture = picture
        self.x = x
        self.y = y
        self.alpha = alpha
        let content = Fingerprint.text(of: picture.bytes)
        cacheKey = EffectKey.text("overlay", [picture.size.description, content, x.key, y.key, alpha.keyText])
    }

    /// Lays it over. Throws `invalidArgument` for an opacity that is no number.
    public func apply(to image: inout PixelBuffer) throws {
        let faded = try picture.withAlpha(alpha)
        for top in y.starts(picture.height, in: image.height) {
            for left in x.starts(picture.width, in: image.width) { image.draw(faded, x: left, y: top) }
        }
    }
}

extension ImageEffect where Self == Overlay {
    /// Lays another picture over the picture. See ``Overlay``.
    public static func overlay(_ picture: PixelBuffer, x: Overlay.Position, y: Overlay.Position, alpha: Double = 1) -> Overlay {
        Overlay(picture, x: x, y: y, alpha: alpha)
    }
}
