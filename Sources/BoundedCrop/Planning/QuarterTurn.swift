/// A turn by whole quarters, in degrees clockwise as seen.
package enum QuarterTurn: Int, Hashable, Sendable, Codable, CaseIterable {
    /// No turn.
    case zero = 0
    /// A quarter clockwise: the left edge becomes the top.
    case clockwise = 90
    /// Upside down.
    case half = 180
    /// A quarter counterclockwise: the right edge becomes the top.
    case counterclockwise = 270

    /// Whether width and height are swapped.
    package var swapsSides: Bool { self == .clockwise || self == .counterclockwise }

    /// Returns a size after the turn.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The turn that sets something upright which is turned by this many degrees clockwise; nil if none brings it to within 30 degrees.
    init?(uprighting roll: Double) {
        let quarters = (roll / 90).rounded()
        guard abs(roll) <= 360, abs(roll - quarters * 90) <= Self.tolerance else { return nil }
        let turn = Self(rawValue: ((-Int(quarters) % 4 + 4) % 4) * 90)
        guard let turn else { return nil }
        self = turn
    }

    /// A face that leans further, up to 45 degrees, is between two turns.
    private static let tolerance = 30.0

    /// The turn that undoes this one.
    var opposite: QuarterTurn { self == .clockwise ? .counterclockwise : self == .counterclockwise ? .clockwise : self }

    /// The orientation of pixels that this turn sets upright.
    package var orientation: ImageOrientation {
        switch self {
        case .zero: .up
        case .clockwise: .right
        case .half: .down
        case .counterclockwise: .left
        }
    }

    /// The place of a rectangle of a picture of this size in the turned picture, in pixels.
    func turned(_ rect: Rect, in size: PixelSize) -> Rect {
        let (right, below) = (Double(size.width) - rect.maxX, Double(size.height) - rect.maxY)
        return switch self {
        case .zero: rect
        case .clockwise: Rect(x: below, y: rect.x, width: rect.height, height: rect.width)
        case .half: Rect(x: right, y: below, width: rect.width, height: rect.height)
        case .counterclockwise: Rect(x: rect.y, y: right, width: rect.height, height: rect.width)
        }
    }

    /// The same for whole pixels.
    func turned(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
        PixelRect(Span2D(covering: turned(rect.rect, in: size), within: turned(size)))
    }

    /// The same for a feature and its landmarks.
    func turned(_ feature: Feature, in size: PixelSize) -> Feature {
        var feature = feature
        feature.rectangle = turned(feature.rectangle, in: size)
        feature.landmarks = feature.landmarks?.map { point in
            let place = turned(Rect(x: point.x, y: point.y, width: 0, height: 0), in: size)
            return Point(x: place.x, y: place.y)
        }
        return feature
    }
}
