public import BoundedCrop

/// The content of a surface.
public enum ImageContent: Hashable, Sendable {
    /// Nothing: the surface is empty.
    case nothing
    /// A placeholder for the picture.
    case placeholder(PixelBuffer)
    /// The picture.
    case picture(PixelBuffer)

    /// The pixels of the picture or placeholder; nil for nothing.
    public var pixels: PixelBuffer? {
        switch self {
        case .nothing: nil
        case .placeholder(let pixels), .picture(let pixels): pixels
        }
    }

    /// Whether this is the picture, not a placeholder or nothing.
    public var isPicture: Bool {
        if case .picture = self { true } else { false }
    }

    /// The same kind of content with other pixels. If they cannot be made, for example on a surface without an area, the content itself.
    func mapPixels(_ change: (PixelBuffer) throws -> PixelBuffer) -> ImageContent {
        switch self {
        case .nothing: self
        case .placeholder(let pixels): (try? change(pixels)).map { .placeholder($0) } ?? self
        case .picture(let pixels): (try? change(pixels)).map { .picture($0) } ?? self
        }
    }
}
