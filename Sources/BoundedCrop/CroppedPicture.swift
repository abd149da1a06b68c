/// A crop: its pixels, and the plan that describes where they come from.
public struct CroppedPicture: Hashable, Sendable {
    /// Where in the upright picture the pixels come from, and why.
    public var plan: CropPlan
    /// The part of the picture inside `plan.crop`, scaled to the output size, and turned if the plan says so; for an aligned plan, the part
    /// inside its frame.
    public var pixels: PixelBuffer

    /// Creates a crop from its parts. The caller must ensure that they belong together.
    public init(plan: CropPlan, pixels: PixelBuffer) {
        self.plan = plan
        self.pixels = pixels
    }
}
