public import BoundedCrop

/// What is to be seen on a surface.
public enum ImageContent: Hashable, Sendable {
    /// Nothing: the surface is empty.
    case nothing
    /// What stands in until the picture itself is there.
    case placeholder(PixelBuffer)
    /// The picture itself.
    case picture(PixelBuffer)

    /// The pixels to be seen, of a placeholder too; nil for nothing.
    public var pixels: PixelBuffer? {
        switch self {
        case .nothing: nil
        case .placeholder(let pixels), .picture(let pixels): pixels
        }
    }

    /// Whether it is the picture itself, and no stand-in.
    public var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}
