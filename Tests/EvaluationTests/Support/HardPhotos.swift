import BoundedCrop
import BoundedCropEvaluation
import TestSupport

/// A dozen portraits outside the package, changed in one way, in a temporary folder.
final class HardPhotos: Sendable {
    let photos: LabeledPhotos
    private let folder: TemporaryFolder

    /// One face each, seen from the front and of at least 12% of the long side.
    private static let portraits = [
        "astronaut.png", "grace_hopper.jpg", "obama_portrait.jpg", "biden_portrait.jpg", "ac_expo_67.png", "ac_kwong.png",
        "ac_macbeth.jpg", "ac_smith.jpg", "faceaware_girl.jpg", "max_luciano.png", "max_chris.jpeg", "sn_elon_2015.jpg",
    ].map { "images/\($0)" }

    /// - Parameter longSide: of the portraits, in pixels; small enough to keep unoptimized builds fast.
    init(_ variant: HardVariant, longSide: Int = 512) throws {
        let labeled = try LabeledPhotos(manifest: PackageFiles.photos).photos
        let scene = try Fixture.source("photos/china.jpg").pixels().resized(to: PixelSize(width: 960, height: 640))
        let folder = try TemporaryFolder()
        photos = LabeledPhotos(
            photos: try labeled.filter { Self.portraits.contains($0.file) }.enumerated().map { index, photo in
                let source = try ImageSource(contentsOfFile: photo.path)
                let portrait = try source.pixels(longSide: longSide)
                let face = photo.faces[0].scaled(from: source.size, to: portrait.size)
                let changed = try variant.applied(to: portrait, face: face, scene: scene, index: index)
                let path = try folder.write(changed.picture.blocking.encoded(as: variant.encoding), to: "\(index).jpg")
                return LabeledPhotos.Photo(file: photo.file, path: path, faces: [changed.face], kind: variant.rawValue)
            }
        )
        self.folder = folder
    }
}
