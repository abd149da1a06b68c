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

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func HaarCascadeDetector(contentsOfFile path: String, kind: Feature.Kind) throws -> BoundedCrop.HaarCascadeDetector {
        let models = Fixture.root.deletingLastPathComponent().appendingPathComponent("Models")
        return try BoundedCrop.HaarCascadeDetector(contentsOfFile: models.appendingPathComponent(path).path, kind: kind)
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

    @Test func aPlanIsChangedBeforeItBecomesACrop() async throws {
        let cropper = BoundedCropper()
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let request = CropRequest(width: 100, height: 60)

        var plan = try await cropper.plan(photo, for: request)
        plan.crop.y = max(0, plan.crop.y - 20)
        let higher = try await cropper.render(plan, of: photo, for: request)

        #expect(higher.plan.crop == plan.crop && higher.pixels.size == PixelSize(width: 100, height: 60))
    }

    @Test func aFolderIsCroppedPictureByPicture() async throws {
        let cropper = BoundedCropper()
        let request = CropRequest(width: 100, height: 60)
        let paths = ["photos/obama.jpg", "photos/biden.jpg"].map { Fixture.root.appendingPathComponent($0).path }
        var sizes: [PixelSize] = []
        func save(_ crops: [CroppedPicture]) { sizes += crops.map(\.pixels.size) }

        for await photo in cropper.crops(of: paths, to: [request]) {
            print(photo.index + 1, "of", paths.count, photo.item)
            try save(photo.crops.get())
        }

        #expect(sizes == [PixelSize(width: 100, height: 60), PixelSize(width: 100, height: 60)])
    }

    @Test func aCropWithANameNeedsNoNewDetectionAtAnotherSize() async throws {
        let detector = CountingDetector()
        let cropper = BoundedCropper(detector: detector)
        let avatar = try await cropper.crop(named: "users/7.jpg", to: CropRequest(width: 96, height: 96)) {
            try ImageSource(contentsOfFile: "users/7.jpg")
        }
        #expect(avatar.pixels.size == PixelSize(width: 96, height: 96))
        let photo = try ImageSource(contentsOfFile: "users/7.jpg")
        let larger = try await cropper.crop(photo, named: "users/7.jpg", to: CropRequest(width: 300, height: 300))
        #expect(larger.plan == avatar.plan)
        #expect(detector.count.total == 1)
    }

    @Test func severalOutputsComeFromOneDetection() async throws {
        let detector = CountingDetector()
        let cropper = BoundedCropper(detector: detector)
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let (square, banner, avatar) = (CropRequest(.aspect(AspectRatio(1, 1))), CropRequest(width: 300, height: 100), CropRequest(.source))
        let crops = try await cropper.crop(photo, to: [square, banner, avatar])
        #expect(crops.count == 3 && detector.count.total == 1)
    }

    @Test func aCustomDetectorIsUsedIfTheFirstFindsNothing() throws {
        struct BrightestSpot: FeatureDetector {
            let name = "brightest"

            func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
                let plane = try picture.luma(longSide: 64)
                guard let brightest = plane.bytes.indices.max(by: { plane.bytes[$0] < plane.bytes[$1] }) else { return [] }
                let cell = Rect(x: Double(brightest % plane.width), y: Double(brightest / plane.width), width: 1, height: 1)
                return [Feature(picture.rectangle(cell, in: plane.size), kind: .init(rawValue: "light"))]
            }
        }

        let cats = try HaarCascadeDetector(contentsOfFile: "haarcascade_frontalcatface.xml", kind: .init(rawValue: "cat"))
        let cropper = BoundedCropper(detector: ChainedFeatureDetector([cats, BrightestSpot()]))

        // Night, and one lamp: no cat.
        let size = PixelSize(width: 128, height: 64)
        var bytes = [UInt8](repeating: 0, count: size.area * 4)
        for index in 0..<size.area {
            let isLamp = (96..<100).contains(index % size.width) && (20..<24).contains(index / size.width)
            bytes.replaceSubrange(index * 4..<index * 4 + 4, with: isLamp ? [255, 255, 255, 255] : [10, 10, 30, 255])
        }
        let plan = try cropper.blocking.plan(PixelBuffer(size: size, bytes: bytes), for: CropRequest(width: 32, height: 32))
        #expect(plan.features.map(\.feature.kind.rawValue) == ["light"])
        #expect(plan.features.map(\.kept) == [true])
        #expect(plan.crop == PixelRect(x: 64, y: 0, width: 64, height: 64))
    }

    /// This file must change whenever the README does.
    @Test func everyExampleIsTested() throws {
        let readme = try String(contentsOf: Fixture.root.deletingLastPathComponent().appendingPathComponent("README.md"), encoding: .utf8)
        let others = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let tested = try [#filePath, others.appendingPathComponent("BoundedCropLoadingTests/ReadmeTests.swift").path]
            .flatMap { try Self.lines(of: String(contentsOfFile: $0, encoding: .utf8)) }
        let examples = readme.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        #expect(examples.count == 6)
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
