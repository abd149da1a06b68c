import BoundedCrop
import BoundedCropRendering

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
    let crops: PictureCrops
    let cancellation: Cancellation

    /// - Parameter encodings: Those of the outputs. If one of them holds all frames of an animation, these are cropped.
    init(_ entry: PictureEntry, _ source: ImageSource, _ job: CropJob, _ encodings: [ImageEncoding], _ cancellation: Cancellation) throws {
        (self.entry, self.source, self.cancellation) = (entry, source, cancellation)
        let animates = encodings.contains { job.output.animates(source, as: $0) }
        crops = try cancellation.perform {
            let picture = try job.output.picture(of: source)
            return try PictureCrops(named: entry.path, source, picture, job.cropper, following: animates ? job.requests.first : nil)
        }
    }

    func plans(for requests: [CropRequest]) throws -> [CropPlan] { try cancellation.perform { try crops.plans(for: requests) } }
}
