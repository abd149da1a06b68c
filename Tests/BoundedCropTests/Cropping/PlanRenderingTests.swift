import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Plans that are inspected, stored or changed before they are rendered.
@Suite struct PlanRenderingTests {
    private static let size = PixelSize(width: 120, height: 60)
    private let detector = CountingDetector()
    private let request = CropRequest(width: 30, height: 30)

    /// A picture in which each pixel encodes its position.
    private static func picture(_ size: PixelSize = Self.size) throws -> PixelBuffer {
        let bytes: [UInt8] = (0..<size.area).flatMap { [UInt8($0 % size.width), UInt8($0 / size.width), 0, 255] }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    private var cropper: BoundedCropper { BoundedCropper(detector: detector, cache: nil, workers: WorkerPool(threadCount: 1)) }

    @Test func aPlanGivesTheCropThatItDescribesWithoutDetection() async throws {
        let picture = try Self.picture()
        let plan = try await cropper.plan(picture, for: request)
        let stored = try JSONDecoder().decode(CropPlan.self, from: JSONEncoder().encode(plan))
        let crop = try await cropper.render(stored, of: picture, for: request)
        #expect(detector.count.total == 1)
        let direct = try await cropper.crop(picture, to: request)
        #expect(crop == direct)
    }

    @Test func aMovedCropIsCutAtItsNewPosition() async throws {
        let picture = try Self.picture()
        var plan = try await cropper.plan(picture, for: request)
        plan.crop = PixelRect(x: 7, y: 9, width: 40, height: 40)
        let crop = try await cropper.render(plan, of: picture)
        #expect(crop.plan.crop == plan.crop && crop.pixels.size == PixelSize(width: 40, height: 40))
        #expect(crop.pixels.bytes[0] == 7 && crop.pixels.bytes[1] == 9)
        #expect(crop.plan.aspect == AspectRatio(1, 1))
    }

    @Test func keptFeaturesAreRecomputed() async throws {
        let (picture, face) = (try Self.picture(), Rect(x: 5, y: 5, width: 10, height: 10))
        let cropper = BlockingCropper(detector: FixedFeatureDetector([face]))
        var plan = try cropper.plan(picture, for: request)
        #expect(plan.features.map(\.kept) == [true])
        plan.crop.x = 50
        #expect(try cropper.render(plan, of: picture, for: request).plan.features.map(\.kept) == [false])
    }

    @Test func aNewShapeSetsThePlansAspect() async throws {
        let picture = try Self.picture()
        var plan = try await cropper.plan(picture, for: request)
        plan.crop = PixelRect(x: 0, y: 0, width: 90, height: 30)
        let crop = try await cropper.render(plan, of: picture, scaledTo: PixelSize(width: 45, height: 15))
        #expect(crop.plan.aspect == AspectRatio(3, 1))
        #expect(crop.pixels.size == PixelSize(width: 45, height: 15))
    }

    @Test(arguments: [(1000, 333, 100, 33), (333, 1000, 33, 100), (640, 427, 300, 200), (1, 1, 500, 500), (427, 427, 300, 300)])
    func sizesThatDifferOnlyByRoundingHaveTheSameShape(width: Int, height: Int, outputWidth: Int, outputHeight: Int) throws {
        let picture = PixelBuffer(size: PixelSize(width: width, height: height))
        let plan = try CropPlanner.plan(features: [], size: picture.size, request: CropRequest(.source))
        let output = PixelSize(width: outputWidth, height: outputHeight)
        #expect(try BlockingCropper(detector: detector).render(plan, of: picture, scaledTo: output).pixels.size == output)
    }

    @Test(arguments: [
        PixelRect(x: -1, y: 0, width: 30, height: 30), PixelRect(x: 91, y: 0, width: 30, height: 30),
        PixelRect(x: 0, y: 0, width: 0, height: 0),
        PixelRect(x: 0, y: 31, width: 30, height: 30), PixelRect(x: 0, y: 0, width: -30, height: -30),
        PixelRect(x: .max, y: .max, width: .max, height: .max), PixelRect(x: .min, y: .min, width: .max, height: .max),
    ])
    func cropsOutsideThePictureAreRefused(crop: PixelRect) throws {
        let picture = try Self.picture()
        let cropper = BlockingCropper(detector: detector)
        var plan = try cropper.plan(picture, for: request)
        plan.crop = crop
        expectError(.invalidArgument, saying: "120x60") { _ = try cropper.render(plan, of: picture, for: request) }
        expectError(.invalidArgument) { _ = try cropper.render(plan, of: picture) }
    }

    @Test func plansOfOtherPicturesAndDistortingSizesAreRefused() throws {
        let cropper = BlockingCropper(detector: detector)
        let plan = try cropper.plan(Self.picture(), for: request)
        let other = try Self.picture(PixelSize(width: 119, height: 60))
        expectError(.invalidArgument, saying: "119x60") { _ = try cropper.render(plan, of: other, for: request) }
        let distorted = CropRequest(width: 300, height: 200)
        expectError(.invalidArgument, saying: "distorted") { _ = try cropper.render(plan, of: Self.picture(), for: distorted) }
        for size in [PixelSize(width: 0, height: 0), PixelSize(width: 70_000, height: 70_000), PixelSize(width: -1, height: -1)] {
            expectError(.invalidArgument) { _ = try cropper.render(plan, of: Self.picture(), scaledTo: size) }
        }
        expectError(.invalidArgument) { _ = try cropper.render([plan, plan], of: Self.picture(), for: [request]) }
    }
}
