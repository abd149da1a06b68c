public import BoundedCrop

/// A finished picture as a file.
public struct RenderedImage: Sendable {
    /// The file's bytes.
    public let bytes: [UInt8]
    /// The file's format.
    public let format: ImageFormat
    /// The size of the picture after all effects.
    public let size: PixelSize
    /// The quality of the encoding, 1...100; not used for PNG.
    public let quality: Int
    /// What the picture shows, and why.
    public let plan: RenderPlan
}
