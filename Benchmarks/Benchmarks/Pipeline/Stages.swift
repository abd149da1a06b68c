import BoundedCrop
import Measuring
import Pictures

/// The stages after detection, and a cached crop.
func measureStages() {
    lazy var photo = Result { try PreparedPhoto() }
    measureThousand("plan") {
        let photo = try photo.get()
        _ = try CropPlanner.plan(features: photo.features, size: photo.source.size, request: Thumbnail.request)
    }
    // A group in two rows. A wide window holds all of them, a tall one does not.
    let group = (0..<10).map { Feature(Rect(x: 60 + Double($0) * 180, y: $0.isMultiple(of: 2) ? 300 : 420, width: 90, height: 110)) }
    for aspect in [AspectRatio(2, 1), AspectRatio(1, 2)] {
        measureThousand("plan of ten faces at \(aspect)") {
            _ = try CropPlanner.plan(features: group, size: PixelSize(width: 1920, height: 1200), request: CropRequest(.aspect(aspect)))
        }
    }
    measure("crop 2.jpg and shrink to 300x300") {
        let photo = try photo.get()
        _ = try photo.source.pixels(of: photo.plan.crop, scaledTo: photo.small.size)
    }
    measure("shrink 600x600 to 300x300") {
        let photo = try photo.get()
        _ = try photo.large.resized(to: photo.small.size)
    }
    for format in ImageFormat.writable {
        measure("encode 300x300 as \(format)") { _ = try photo.get().small.blocking.encoded(as: ImageEncoding(format)) }
    }
    measure("placeholder of 300x300") { _ = try Placeholder(of: photo.get().small) }
    let cropper = BoundedCropper()
    measureThousand("crop that the cache has") {
        _ = try await cropper.crop(photo.get().source, named: "photo", to: Thumbnail.request)
    }
}

/// The inputs and outputs of the stages.
private struct PreparedPhoto {
    let source: ImageSource
    let features: [Feature]
    let plan: CropPlan
    let large: PixelBuffer
    let small: PixelBuffer

    init() throws {
        source = try Inputs.source("2.jpg")
        features = try YuNetDetector().features(in: source, accuracy: .low)
        plan = try CropPlanner.plan(features: features, size: source.size, request: Thumbnail.request)
        large = try source.pixels(of: plan.crop, scaledTo: PixelSize(width: 600, height: 600))
        small = try large.resized(to: PixelSize(width: Thumbnail.side, height: Thumbnail.side))
    }
}
