import BoundedCrop
import BoundedCropEvaluation
import Foundation
import TestSupport
import Testing

/// High accuracy never loses a face that low accuracy finds.
@Suite(.timeLimit(.minutes(15))) struct AccuracyTests {
    /// Those outside the package exist on some machines.
    private static let manifests = [PackageFiles.fixtures, PackageFiles.photos, PackageFiles.subjects]
        .filter { FileManager.default.fileExists(atPath: $0) }

    @Test(arguments: manifests) func everyFaceOfLowAccuracyIsOneOfHigh(manifest: String) throws {
        try Self.check(LabeledPhotos(manifest: manifest))
    }

    static func check(_ photos: LabeledPhotos) throws {
        let detector = RememberingDetector(YuNetDetector())
        var count = 0
        for photo in photos.photos {
            // Some are in formats that are not read here.
            guard let source = try? ImageSource(contentsOfFile: photo.path) else { continue }
            let low = try detector.features(in: source, accuracy: .low)
            let high = try detector.features(in: source, accuracy: .high)
            for face in low { #expect(high.contains { $0.isSamePlace(as: face) }, "\(photo.file): \(face), but \(high)") }
            count += low.count
        }
        #expect(count > 0 || photos.photos.allSatisfy(\.faces.isEmpty))
    }
}
