internal import CLibrary

/// The part of a picture that an aligned crop shows: a rectangle turned about its center.
package struct AlignedFrame: Hashable, Sendable {
    /// The center, in pixels of the upright picture.
    package var center: Point
    /// The width in pixels of the picture.
    package var width: Double
    /// The height in pixels of the picture.
    package var height: Double
    /// By how much the frame is turned in the picture, in degrees clockwise; the output is turned back by as much.
    package var angle: Double
    /// What shows where the frame reaches beyond the picture; nil if it does not.
    package var fill: EdgeFill?

    /// Creates a frame. It is checked when it is rendered, which throws `invalidArgument` for numbers out of range.
    package init(center: Point, width: Double, height: Double, angle: Double, fill: EdgeFill? = nil) {
        self.center = center
        self.width = width
        self.height = height
        self.angle = angle
        self.fill = fill
    }

    /// The direction of the top edge from left to right, of length 1.
    var across: Point {
        let radians = angle * .pi / 180
        return Point(x: cos(radians), y: sin(radians))
    }

    /// The place of a point given in shares of the frame, from its top left corner.
    func point(_ share: Point) -> Point {
        let (across, x, y) = (across, (share.x - 0.5) * width, (share.y - 0.5) * height)
        return Point(x: center.x + x * across.x - y * across.y, y: center.y + x * across.y + y * across.x)
    }

    /// The place of a point of the picture in shares of the frame.
    func share(_ point: Point) -> Point {
        let (across, x, y) = (across, point.x - center.x, point.y - center.y)
        return Point(x: 0.5 + (x * across.x + y * across.y) / width, y: 0.5 + (y * across.x - x * across.y) / height)
    }

    /// The smallest upright rectangle that contains the frame.
    var bounds: Rect {
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { point(Point(x: $0, y: $1)) }
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        return Rect(minX: x.min() ?? 0, minY: y.min() ?? 0, maxX: x.max() ?? 0, maxY: y.max() ?? 0)
    }

    /// Pixels that may be errors of rounding.
    static let slack = 1e-6

    /// Whether the frame shows all of a rectangle of the picture.
    func contains(_ rectangle: Rect) -> Bool {
        let (x, y) = ([rectangle.minX, rectangle.maxX], [rectangle.minY, rectangle.maxY])
        // A millionth allows for rounding.
        let shown = -1e-6...1.000001
        return x.allSatisfy { x in
            y.allSatisfy { y in
                let share = share(Point(x: x, y: y))
                return shown.contains(share.x) && shown.contains(share.y)
            }
        }
    }

    /// How far the frame reaches beyond a picture, in pixels; 0 if it lies inside.
    func overhang(beyond picture: PixelSize) -> Double {
        let bounds = bounds
        return max(0, -bounds.minX, -bounds.minY, bounds.maxX - Double(picture.width), bounds.maxY - Double(picture.height))
    }

    /// The overhang for messages, in whole pixels: `36 pixels`.
    func overhangText(beyond picture: PixelSize) -> String {
        let pixels = Int(overhang(beyond: picture) - Self.slack, within: 1...Int.max, rounded: .up)
        return "\(pixels) pixel\(pixels == 1 ? "" : "s")"
    }

    /// The part of the picture that the frame needs, in whole pixels. Throws `invalidArgument` if the frame is not possible for the picture.
    func rectangle(in picture: PixelSize) throws -> PixelRect {
        let numbers = [center.x, center.y, width, height, angle]
        let sides = 1.0...1_000_000
        guard numbers.allSatisfy({ abs($0) <= 1e9 }), sides.contains(width), sides.contains(height) else {
            throw BoundedCropError(
                .invalidArgument,
                "an aligned crop of \(Decimals.text(width))x\(Decimals.text(height)) pixels is not possible: sides are 1...1000000 pixels"
            )
        }
        let bounds = bounds
        // Rounding errors must not add rows and columns.
        let touched = Rect(
            minX: bounds.minX + Self.slack,
            minY: bounds.minY + Self.slack,
            maxX: bounds.maxX - Self.slack,
            maxY: bounds.maxY - Self.slack
        )
        let shown = touched.intersection(picture.bounds)
        guard !shown.isEmpty else {
            throw BoundedCropError(.invalidArgument, "the aligned crop lies outside the picture of \(picture)")
        }
        let span = Span2D(covering: shown, within: picture)
        return PixelRect(
            x: span.horizontal.low,
            y: span.vertical.low,
            width: span.horizontal.length,
            height: span.vertical.length
        )
    }

    /// The nearest whole number of pixels, so that nothing is enlarged or shrunk.
    var naturalSize: PixelSize {
        PixelSize(width: Int(width, within: 1...65_535), height: Int(height, within: 1...65_535))
    }
}

extension AlignedFrame: Codable {
    private enum CodingKeys: String, CodingKey { case x, y, width, height, angle, fill }

    /// Decodes a frame.
    ///
    /// - Throws: `DecodingError` for anything else, and for a fill that is none.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            center: Point(x: try container.decode(Double.self, forKey: .x), y: try container.decode(Double.self, forKey: .y)),
            width: try container.decode(Double.self, forKey: .width),
            height: try container.decode(Double.self, forKey: .height),
            angle: try container.decode(Double.self, forKey: .angle),
            fill: try container.decodeIfPresent(EdgeFill.self, forKey: .fill)
        )
    }

    /// Encodes the frame: its center as `x` and `y`, and the fill as text. Without a fill, there is none.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(center.x, forKey: .x)
        try container.encode(center.y, forKey: .y)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(angle, forKey: .angle)
        try container.encodeIfPresent(fill, forKey: .fill)
    }

    /// The frame as records have it: coordinates to 0.01 pixels, the angle to 0.001 degrees.
    var rounded: AlignedFrame {
        AlignedFrame(
            center: Point(x: RectRecord.rounded(center.x, 100), y: RectRecord.rounded(center.y, 100)),
            width: RectRecord.rounded(width, 100),
            height: RectRecord.rounded(height, 100),
            angle: RectRecord.rounded(angle, 1000),
            fill: fill
        )
    }
}
