package import BoundedCrop

/// The whole pipeline on one thread, from a file of `Inputs` to the bytes of a JPEG.
package enum Thumbnail {
    package static let side = 300
    package static let request = CropRequest(width: side, height: side)
    /// Eight outputs of one photo.
    private static let eight = [48, 64, 96, 128, 160, 200, 240, 300].map { CropRequest(width: $0, height: $0) }
    private static let cropper = BlockingCropper()

    @discardableResult
    package static func make(_ path: String, _ request: CropRequest = request) throws -> (bytes: Int, plan: CropPlan) {
        let crop = try cropper.crop(ImageSource(contentsOfFile: path), to: request)
        return (try crop.pixels.blocking.encoded(as: .jpeg()).count, crop.plan)
    }

    /// Makes eight squares of 48 to 300 pixels.
    package static func makeEight(_ path: String) throws {
        for crop in try cropper.crop(ImageSource(contentsOfFile: path), to: eight) {
            _ = try crop.pixels.blocking.encoded(as: .jpeg())
        }
    }
}
