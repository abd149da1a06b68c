/// A part of a picture to cut out, and the size to scale it to.
public struct PictureCut: Hashable, Sendable {
    /// The part to cut out, in pixels of the upright picture.
    public var rectangle: PixelRect
    /// The size of the result; each side is 1...65535.
    public var size: PixelSize

    /// Creates a cut. It is checked against the picture when it is used.
    public init(_ rectangle: PixelRect, scaledTo size: PixelSize) {
        self.rectangle = rectangle
        self.size = size
    }
}
