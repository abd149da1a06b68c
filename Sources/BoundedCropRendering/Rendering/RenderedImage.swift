package import BoundedCrop

/// A finished picture as a file.
package struct RenderedImage: Sendable {
    /// The file's bytes.
    package let bytes: [UInt8]
    /// The file's format.
    package let format: ImageFormat
    /// The size of the picture after all effects.
    package let size: PixelSize
    /// The quality that it was written with, 1...100; nil for a PNG.
    package let quality: Int?
    /// The placeholder of the picture, or of the first frame of an animation; nil unless the filters ask for it.
    package let placeholder: Placeholder?
    /// Where it comes from, and why.
    package let plan: RenderPlan
    /// How many places redactions covered; nil without redactions.
    package let covered: Int?
}
