import BoundedCrop

/// The whole pipeline: from the path of a file to the bytes of a JPEG.
struct Thumbnail {
    static let side = 300
    private let cropper = BoundedCropper(cache: nil)

    @discardableResult
    func make(ofFile path: String, _ request: CropRequest = CropRequest(width: side, height: side)) throws -> (bytes: Int, plan: CropPlan) {
        let crop = try cropper.crop(ImageSource(contentsOfFile: path), to: request)
        return (try crop.pixels.encoded(EncodingOptions(format: .jpeg)).count, crop.plan)
    }

    func make(ofFile path: String, sides: [Int]) throws {
        let crops = try cropper.crop(ImageSource(contentsOfFile: path), to: sides.map { CropRequest(width: $0, height: $0) })
        for crop in crops { _ = try crop.pixels.encoded(EncodingOptions(format: .jpeg)) }
    }
}
