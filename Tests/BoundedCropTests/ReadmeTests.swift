import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the README, copied verbatim, and checks what the README says about them.
@Suite(.timeLimit(.minutes(15))) struct ReadmeTests {
    /// Reads fixtures in place of the files that the README names.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func ImageSource(contentsOfFile path: String) throws -> BoundedCrop.ImageSource {
        try Fixture.source("photos/obama.jpg")
    }

    @Test func aPhotoIsCropped() async throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        var request = CropRequest(width: 300, height: 300)
        request.scheme = .largest

        let crop = try await cropper.crop(photo, to: request)
        print(crop.plan.crop, crop.plan.features.count)
        let jpeg = try await crop.pixels.encoded(as: .jpeg(quality: 80))

        #expect(crop.plan.features.map(\.kept) == [true])
        #expect(try BoundedCrop.ImageSource(bytes: jpeg).size == PixelSize(width: 300, height: 300))
        #expect(try cropper.blocking.crop(photo, to: request) == crop)
    }

    @Test func severalOutputsComeFromOneDetection() async throws {
        let detector = CountingDetector()
        let cropper = BoundedCropper(detector: detector)
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let (square, banner, avatar) = (CropRequest(.aspect(AspectRatio(1, 1))), CropRequest(width: 300, height: 100), CropRequest(.source))
        let crops = try await cropper.crop(photo, to: [square, banner, avatar])
        #expect(crops.count == 3 && detector.count.total == 1)
    }

    /// This file must change whenever the README does.
    @Test func everyExampleIsTested() throws {
        let readme = try String(contentsOf: Fixture.root.deletingLastPathComponent().appendingPathComponent("README.md"), encoding: .utf8)
        let others = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let tested = try [#filePath, others.appendingPathComponent("BoundedCropLoadingTests/ReadmeTests.swift").path]
            .flatMap { try Self.lines(of: String(contentsOfFile: $0, encoding: .utf8)) }
        let examples = readme.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        #expect(examples.count == 2)
        for example in examples {
            let lines = Self.lines(of: example).filter { !$0.hasPrefix("import ") }
            #expect(tested.indices.contains { tested[$0...].starts(with: lines) }, "not tested: \(example)")
        }
        #expect(readme.contains("`try await cropper.crop(photo, to: [square, banner, avatar])`"))
    }

    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
