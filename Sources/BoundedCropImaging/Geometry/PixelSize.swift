/// The sides of a picture in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Pixels from the left edge to the right one.
    public var width: Int
    /// Pixels from the top edge to the bottom one.
    public var height: Int

    /// A size with these sides. Nothing is checked: whoever needs sides above 0 says so.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels; `Int.max` where that overflows.
    public var area: Int {
        let (product, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : product
    }

    /// The larger of the two sides.
    public var longSide: Int { max(width, height) }

    /// The rectangle that covers a picture of this size.
    public var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

    /// Width and height as errors show them: `640x480`.
    public var description: String { "\(width)x\(height)" }

    /// This size scaled so that its long side is at most `longest`, aspect kept, each side at least one pixel.
    package func fitted(longSide longest: Int) -> PixelSize {
        guard longSide > longest else { return self }
        let scale = Double(longest) / Double(longSide)
        let sides = 1...max(1, longest)
        return PixelSize(width: Int(Double(width) * scale, within: sides), height: Int(Double(height) * scale, within: sides))
    }
}
