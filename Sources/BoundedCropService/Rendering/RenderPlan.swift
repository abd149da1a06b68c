public import BoundedCrop

/// All sizes and positions for rendering a picture, decided before its pixels are decoded.
public struct RenderPlan: Hashable, Sendable {
    /// The size of the upright source.
    public let source: PixelSize
    /// The part of the source that remains after trimming and the manual crop.
    public let region: PixelRect
    /// The visible part, in pixels of the upright source.
    public let crop: PixelRect
    /// The size that the crop is scaled to.
    public let size: PixelSize
    /// The requested box, which `fill` fills.
    public let box: PixelSize
    /// Whether left and right are swapped.
    public let flipsHorizontally: Bool
    /// Whether top and bottom are swapped.
    public let flipsVertically: Bool
    /// The name of the detector used; nil if no detection ran.
    public let detector: String?
    /// The detection accuracy.
    public let accuracy: DetectionAccuracy
    /// Why the crop is where it is, in pixels of the upright source; nil if no detection ran.
    public let cropPlan: CropPlan?
    /// The points to crop around, in pixels of the region; never empty.
    public let focalPoints: [FocalPoint]
}
