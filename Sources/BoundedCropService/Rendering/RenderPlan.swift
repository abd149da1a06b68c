public import BoundedCrop

/// All sizes and places of a picture to be made, decided before its pixels are decoded.
public struct RenderPlan: Hashable, Sendable {
    /// The upright source's size.
    public let source: PixelSize
    /// What trimming and the manual crop leave of the source.
    public let region: PixelRect
    /// What is shown, in pixels of the upright source.
    public let crop: PixelRect
    /// The size that the crop is scaled to.
    public let size: PixelSize
    /// The box that was asked for, which `fill` fills.
    public let box: PixelSize
    /// Whether left and right change places.
    public let flipsHorizontally: Bool
    /// Whether top and bottom change places.
    public let flipsVertically: Bool
    /// The name of the detector that looked; nil where nothing was looked for.
    public let detector: String?
    /// How hard it looked.
    public let accuracy: DetectionAccuracy
    /// Why the crop is where it is, in pixels of the upright source; nil where nothing was looked for.
    public let cropPlan: CropPlan?
    /// What the crop is around, in pixels of the region; not empty.
    public let focalPoints: [FocalPoint]
}
