/// A part of a picture to cut out, and the size to scale it to.
public struct PictureCut: Hashable, Sendable {
    /// In pixels of the upright picture.
    public var rectangle: PixelRect
    /// The size of the result; each side is 1...65535.
    public var size: PixelSize

    /// A cut. Whether it is possible is checked against the picture that it is made from.
    public init(_ rectangle: PixelRect, scaledTo size: PixelSize) {
        self.rectangle = rectangle
        self.size = size
    }
}
