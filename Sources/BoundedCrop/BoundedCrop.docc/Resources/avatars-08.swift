import BoundedCrop
import Foundation

struct AvatarMaker {
    let cropper = BoundedCropper(cache: nil)

    var request: CropRequest {
        var request = CropRequest(width: 96, height: 96)
        request.scheme = .largest
        request.zoom = CropRequest.Zoom(fill: 0.6)
        request.requiresFeature = true
        return request
    }

    func avatar(of path: String) async throws -> [UInt8] {
        let crop = try await cropper.crop(ImageSource(contentsOfFile: path), to: request)
        return try await crop.pixels.encoded(as: .jpeg(quality: 85))
    }

    func pictures(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { ImageFormat(fileName: $0) != nil }
            .map { "\(folder)/\($0)" }
    }

    func makeAvatars(of folder: String, in output: String) async throws {
        for await picture in try cropper.crops(of: pictures(in: folder), to: [request]) {
            do {
                let crop = try picture.crops.get()[0]
                print(picture.index + 1, picture.item, crop.plan.reason)
                let jpeg = try await crop.pixels.encoded(as: .jpeg(quality: 85))
                let name = URL(fileURLWithPath: picture.item).deletingPathExtension().lastPathComponent
                try Data(jpeg).write(to: URL(fileURLWithPath: "\(output)/\(name).jpg"))
            } catch let error as BoundedCropError {
                print(picture.item, "skipped:", error.message)
            }
        }
    }
}
