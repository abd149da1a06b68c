import BoundedCrop
import Foundation

struct AvatarMaker {
    let cropper = BoundedCropper(cache: nil)

    var request: CropRequest {
        var request = CropRequest(width: 96, height: 96)
        request.scheme = .largest
        request.zoom = CropRequest.Zoom(fill: 0.6)
        return request
    }

    func avatar(of path: String) async throws -> [UInt8] {
        let crop = try await cropper.crop(ImageSource(contentsOfFile: path), to: request)
        return try await crop.pixels.encoded(as: .jpeg(quality: 85))
    }
}
