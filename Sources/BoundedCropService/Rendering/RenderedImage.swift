public import BoundedCrop

/// A finished picture as a file.
public struct RenderedImage: Sendable {
    /// The file's bytes.
    public let bytes: [UInt8]
    /// The file's format.
    public let format: ImageFormat
    /// The size of the picture after all effects.
    public let size: PixelSize
    /// The quality that it was written with, 1...100; nil for a PNG.
    public let quality: Int?
    /// Where it comes from, and why.
    public let plan: RenderPlan
}
