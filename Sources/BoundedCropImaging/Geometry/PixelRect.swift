/// A rectangle of whole pixels, with the origin at the top left and y down. Rectangles returned by the API lie inside their picture.
public struct PixelRect: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Pixels from the picture's left edge: the first column inside.
    public var x: Int
    /// Pixels from the picture's top edge: the first row inside.
    public var y: Int
    /// The number of columns inside.
    public var width: Int
    /// The number of rows inside.
    public var height: Int

    /// Creates a rectangle from its first pixel and its sides. Whether it lies inside a picture is checked when it is used.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle that covers a picture of this size.
    package init(all size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The rectangle's width and height: the size of a crop that is not scaled.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The rectangle as shown in errors: `200x100 at -50,20`.
    public var description: String { "\(size) at \(x),\(y)" }

    /// The same rectangle in floating-point coordinates.
    public var rect: Rect { Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)) }

    /// Returns the rectangle moved by an offset.
    package func moved(x horizontal: Int, y vertical: Int) -> PixelRect {
        PixelRect(x: x + horizontal, y: y + vertical, width: width, height: height)
    }
}
