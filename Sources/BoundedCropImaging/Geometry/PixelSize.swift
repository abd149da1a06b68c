/// The sides of a picture in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, LosslessStringConvertible {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size from its sides. They are not checked here, but where they are used.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Creates a size from text: two whole numbers with an `x` between them, as in `640x480`; nil for anything else. As in
    /// `init(width:height:)`, the sides are not checked.
    public init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }

    /// Like `init(_:)`, but also nil if a side is out of range.
    package init?(_ text: String, sides: ClosedRange<Int>) {
        guard let size = PixelSize(text), sides.contains(size.width), sides.contains(size.height) else { return nil }
        self = size
    }

    /// The number of pixels; `Int.max` if that overflows.
    package var area: Int {
        let (product, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : product
    }

    /// The larger of the two sides.
    public var longSide: Int { max(width, height) }

    /// The rectangle that covers a picture of this size.
    package var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

    /// The width and height as shown in errors and read by `init(_:)`: `640x480`.
    public var description: String { "\(width)x\(height)" }

    /// This size scaled down so that its long side is at most `longest`. The aspect is kept, and each side is at least one pixel.
    package func fitted(longSide longest: Int) -> PixelSize {
        guard longSide > longest else { return self }
        let scale = Double(longest) / Double(longSide)
        let sides = 1...max(1, longest)
        return PixelSize(width: Int(Double(width) * scale, within: sides), height: Int(Double(height) * scale, within: sides))
    }
}
