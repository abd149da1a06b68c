import BoundedCrop
import BoundedCropRendering

/// A crop that is to be written.
struct CropOutput {
    var planned: RenderJob.Planned
    /// Which of the wanted crops it is.
    var wish = 0
    /// With a hash, it has a placeholder until the crop is encoded.
    var path: String
    /// Whether a file of this path is one of this picture's own, such as the same output of another size or aspect.
    var replacesOwn = false
    /// Whether there is a file of this path, which may be replaced.
    var replaces = false
    /// Whether a file of this path has the same content, so that nothing is written.
    var isThere = false

    init(_ planned: RenderJob.Planned, path: String) { (self.planned, self.path) = (planned, path) }

    /// The size of the crop, before effects.
    var size: PixelSize { planned.plan.size }

    func hasSamePixels(as other: CropOutput) -> Bool {
        // What is said of two faces differs, even if their crops are the same.
        guard planned.face == other.planned.face else { return false }
        let (plan, other) = (planned.plan, other.planned.plan)
        return plan.size == other.size && plan.crop == other.crop && plan.turn == other.turn
            && plan.cropPlan?.aligned == other.cropPlan?.aligned
    }

    func isSameFile(as other: CropOutput) -> Bool { path == other.path && hasSamePixels(as: other) }
}

extension RenderJob.Planned {
    /// What is said of the crop of a picture with a name, and of its output.
    /// - Throws: `detectionFailed` if no crop was planned.
    func cropRecord(of name: String, _ output: OutputRecord?) throws -> CropRecord {
        guard let record = record(image: name, output: output) else { throw Self.unplanned }
        return record
    }

    /// The aspect of the crop in its output.
    /// - Throws: `detectionFailed` if no crop was planned.
    var outputAspect: AspectRatio {
        get throws {
            guard let aspect = plan.cropPlan?.outputAspect else { throw Self.unplanned }
            return aspect
        }
    }

    private static let unplanned = BoundedCropError(
        .detectionFailed,
        "no crop was planned, although crops were asked for: please report this with the command and the picture"
    )
}

/// A picture that is cropped.
struct PictureWork {
    let entry: PictureEntry
    var job: RenderJob
    let cancellation: Cancellation

    init(_ entry: PictureEntry, _ source: ImageSource, _ renderer: ImageRenderer, _ cancellation: Cancellation) {
        (self.entry, self.cancellation) = (entry, cancellation)
        job = RenderJob(renderer, source, stages: StageRunner(cancellation: cancellation))
    }

    func plans(for requests: [RenderRequest]) throws -> [RenderJob.Planned] {
        try cancellation.perform { try job.plans(for: requests) }
    }

    func facePlans(for requests: [RenderRequest], withoutFaces: Bool) throws -> [[RenderJob.Planned]] {
        try cancellation.perform { try job.facePlans(for: requests, withoutFaces: withoutFaces) }
    }
}
