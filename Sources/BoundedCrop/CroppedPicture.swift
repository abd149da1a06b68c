/// A crop: its pixels, and the plan that says where they come from.
public struct CroppedPicture: Hashable, Sendable {
    /// Where in the upright picture the pixels come from, and why.
    public var plan: CropPlan
    /// What `plan.crop` shows, scaled to the output's size.
    public var pixels: PixelBuffer

    /// A crop from its parts. That they belong together is the caller's to see to.
    public init(plan: CropPlan, pixels: PixelBuffer) {
        self.plan = plan
        self.pixels = pixels
    }
}
