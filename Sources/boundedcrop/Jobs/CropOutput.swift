import BoundedCrop

/// A crop that is to be written.
struct CropOutput {
    let plan: CropPlan
    let request: CropRequest
    let size: PixelSize
    let path: String
    let encoding: ImageEncoding
    /// Whether a file of this path is one of this picture's own, such as the same output of another size or aspect.
    var replacesOwn = false
    /// Whether there is a file of this path, which may be replaced.
    var replaces = false

    var lacksFaces: Bool { request.lacksFaces(plan) }

    func hasSamePixels(as other: CropOutput) -> Bool {
        size == other.size && plan.crop == other.plan.crop && plan.outputTurn == other.plan.outputTurn && plan.aligned == other.plan.aligned
    }

    func isSameFile(as other: CropOutput) -> Bool { path == other.path && hasSamePixels(as: other) }
}

extension CropRequest {
    /// Whether faces were looked for, and none was found.
    func lacksFaces(_ plan: CropPlan) -> Bool { plan.features.isEmpty && detectsFeatures }
}

/// A picture that is cropped.
struct PictureWork {
    let entry: PictureEntry
    let source: ImageSource
    /// The source, or one frame of it.
    let picture: any Picture
    /// The source with its features, if all of its frames are cropped.
    let animation: FollowedAnimation?
    let cancellation: Cancellation

    init(
        _ entry: PictureEntry,
        _ source: ImageSource,
        animation: FollowedAnimation?,
        _ output: OutputOptions,
        _ cancellation: Cancellation
    ) throws {
        (self.entry, self.source, self.animation, self.cancellation) = (entry, source, animation, cancellation)
        picture = try cancellation.perform { try output.picture(of: source) }
    }
}
