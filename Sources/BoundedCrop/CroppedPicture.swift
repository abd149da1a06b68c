/// A crop: its pixels, and the plan that says where they come from.
public struct CroppedPicture: Hashable, Sendable {
    public var plan: CropPlan
    public var pixels: PixelBuffer

    public init(plan: CropPlan, pixels: PixelBuffer) {
        self.plan = plan
        self.pixels = pixels
    }
}
