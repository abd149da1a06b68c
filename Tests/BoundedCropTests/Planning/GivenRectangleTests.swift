import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Crops of a rectangle that the request gives.
@Suite struct GivenRectangleTests {
    private static let size = PixelSize(width: 1000, height: 800)
    private static let face = Feature(Rect(x: 700, y: 100, width: 80, height: 80))

    private func plan(_ rectangle: Rect, _ shape: CropRequest.Shape = .source) throws -> CropPlan {
        var request = CropRequest(shape)
        request.rectangle = rectangle
        return try CropPlanner.plan(features: [Self.face], size: Self.size, request: request)
    }

    private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
        Rect(x: x, y: y, width: width, height: height)
    }

    @Test func `without a shape, the crop is the rectangle, and nothing in the picture counts`() throws {
        let plan = try plan(Self.rect(120, 40, 200, 241))
        #expect(plan.crop == PixelRect(x: 120, y: 40, width: 200, height: 241) && plan.aspect == AspectRatio(200, 241))
        #expect(plan.reason == .given && plan.bounds == plan.crop.rect && plan.features.isEmpty && plan.fallback == nil)
    }

    @Test(arguments: [
        // Wider than the shape, so it grows in height; then in width.
        (rect(100, 300, 300, 100), AspectRatio(3, 2), PixelRect(x: 100, y: 250, width: 300, height: 200)),
        (rect(300, 100, 100, 300), AspectRatio(2, 3), PixelRect(x: 250, y: 100, width: 200, height: 300)),
        // At the edges it grows to the other side.
        (rect(100, 0, 300, 100), AspectRatio(3, 2), PixelRect(x: 100, y: 0, width: 300, height: 200)),
        (rect(950, 100, 50, 300), AspectRatio(2, 3), PixelRect(x: 800, y: 100, width: 200, height: 300)),
        // No window of the shape holds it: the largest one, around its center.
        (rect(50, 600, 900, 100), AspectRatio(1, 1), PixelRect(x: 100, y: 0, width: 800, height: 800)),
        (rect(0, 600, 900, 100), AspectRatio(1, 1), PixelRect(x: 50, y: 0, width: 800, height: 800)),
        // One pixel is not the nearest to a shape of 1:500.
        (rect(10, 10, 1, 1), AspectRatio(1, 500), PixelRect(x: 10, y: 0, width: 1, height: 500)),
        // As near to the shape as whole pixels are.
        (rect(10, 10, 100, 67), AspectRatio(3, 2), PixelRect(x: 10, y: 10, width: 100, height: 67)),
        (rect(0, 0, 1000, 800), AspectRatio(5, 4), PixelRect(x: 0, y: 0, width: 1000, height: 800)),
    ])
    func `a shape takes the smallest part that holds the rectangle`(rectangle: Rect, aspect: AspectRatio, crop: PixelRect) throws {
        #expect(try plan(rectangle, .aspect(aspect)).crop == crop)
        #expect(try plan(rectangle, .aspect(aspect)).bounds == rectangle)
    }

    /// Every window holds the rectangle if one of its shape can, and no smaller one would.
    @Test func `no smaller window of the shape holds it`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let size = PixelSize(width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random))
            let aspect = AspectRatio(.random(in: 1...7, using: &random), .random(in: 1...7, using: &random))
            let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
            let given = PixelRect(
                x: x,
                y: y,
                width: .random(in: 1...size.width - x, using: &random),
                height: .random(in: 1...size.height - y, using: &random)
            )
            var request = CropRequest(.aspect(aspect))
            request.rectangle = given.rect
            let crop = try CropPlanner.plan(features: [], size: size, request: request).crop
            #expect(size.bounds.contains(crop.rect))
            let largest = CropWindow.largest(aspect, in: size)
            if crop.rect.contains(given.rect) {
                let smaller = CropWindow.largest(aspect, in: PixelSize(width: crop.width - 1, height: crop.height - 1))
                #expect(crop == given || smaller.width < given.width || smaller.height < given.height, "\(given) \(aspect) \(size) \(crop)")
            } else {
                #expect(crop.size == largest && (largest.width < given.width || largest.height < given.height))
            }
        }
    }

    @Test func `sizes of one shape show one window`() throws {
        let sizes = [300, 600, 900, 1200, 6000].map { PixelSize(width: $0, height: $0 / 3 * 2) }
        let crops = try sizes.map { try plan(Self.rect(33, 71, 417, 93), .size($0)).crop }
        #expect(Set(crops).count == 1 && crops[0] == PixelRect(x: 33, y: 0, width: 417, height: 278))
    }

    @Test(arguments: [
        (rect(10.4, 10.6, 20, 20), PixelRect(x: 10, y: 11, width: 20, height: 20)),
        (rect(5.6, 5.6, 0.1, 0.1), PixelRect(x: 6, y: 6, width: 1, height: 1)),
        (rect(999.9, 799.9, 0.1, 5), PixelRect(x: 999, y: 799, width: 1, height: 1)),
        (rect(-50, -50, 100, 100), PixelRect(x: 0, y: 0, width: 50, height: 50)),
        (rect(900, 700, 1e308, 1e308), PixelRect(x: 900, y: 700, width: 100, height: 100)),
        (rect(-1e308, -1e308, 1.5e308, 1.5e308), PixelRect(x: 0, y: 0, width: 1000, height: 800)),
    ])
    func `a rectangle is rounded and clipped to whole pixels of the picture`(rectangle: Rect, crop: PixelRect) throws {
        #expect(try plan(rectangle).crop == crop)
    }

    @Test(arguments: [
        rect(1000, 0, 10, 10), rect(0, 800, 10, 10), rect(-10, 0, 10, 10), rect(1e308, 1e308, 1e308, 1e308), rect(0, 0, 0, 10),
        rect(0, 0, 10, -1), rect(.nan, 0, 10, 10), rect(0, 0, .infinity, 10), rect(0, 0, 10, .nan),
    ])
    func `a rectangle outside the picture, and none at all, is an error`(rectangle: Rect) {
        let error = #expect(throws: BoundedCropError.self) { try plan(rectangle) }
        #expect(error?.code == .invalidArgument)
        if rectangle == Self.rect(1000, 0, 10, 10) {
            #expect(error?.message == "the crop 1000,0,10,10 lies outside the picture of 1000x800")
        }
    }

    @Test func `what is about faces makes no sense with a rectangle`() {
        let changes: [(String, (inout CropRequest) -> Void)] = [
            ("zoom", { $0.zoom = .init(fill: 0.5) }), ("room", { $0.room = .magnified(2) }), ("rank", { $0.rank = 1 }),
            ("alignment", { $0.alignment = .passport }), ("turn", { $0.rotatesToFaces = true }),
            ("required", { $0.requiresFeature = true }),
        ]
        for (name, change) in changes {
            var request = CropRequest(.source)
            request.rectangle = Self.rect(0, 0, 10, 10)
            change(&request)
            let error = #expect(throws: BoundedCropError.self) {
                try CropPlanner.plan(features: [], size: Self.size, request: request)
            }
            #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
        }
    }

    @Test func `the cropper cuts the rectangle and detects nothing`() throws {
        let bytes = (0..<1200).flatMap { pixel -> [UInt8] in [UInt8(pixel % 40), UInt8(pixel / 40), 9, 255] }
        let picture = try PixelBuffer(size: PixelSize(width: 40, height: 30), bytes: bytes)
        let cropper = BlockingCropper(
            detector: ClosureFeatureDetector(name: "none") { _, _ in throw BoundedCropError(.detectionFailed, "it was asked") }
        )
        var request = CropRequest(.source)
        request.rectangle = Self.rect(4, 5, 20, 10)
        let cropped = try cropper.crop(picture, to: request)
        #expect(cropped.pixels.size == PixelSize(width: 20, height: 10) && Array(cropped.pixels.bytes.prefix(3)) == [4, 5, 9])
        request.shape = .size(PixelSize(width: 10, height: 10))
        #expect(try cropper.crop(picture, to: request).plan.crop == PixelRect(x: 4, y: 0, width: 20, height: 20))
    }

    @Test func `of an animation, whose faces do not count`() throws {
        var request = CropRequest(.source)
        request.rectangle = Self.rect(0, 0, 10, 10)
        let track = FeatureTrack(sightings: [.init(time: 0, feature: Self.face)])
        let plan = try CropPlanner.plan(tracks: [track], size: Self.size, request: request) { nil }
        #expect(plan.features.isEmpty && plan.crop == PixelRect(x: 0, y: 0, width: 10, height: 10))
    }

    @Test func `it is part of the key of cached crops`() {
        let keys = [Rect?.none, Self.rect(0, 0, 10, 10), Self.rect(0, 0, 10, 10.0000001)].map { rectangle in
            var request = CropRequest(.source)
            request.rectangle = rectangle
            return CropCacheKey(name: "a", request: request, detector: FixedFeatureDetector([Feature]()))
        }
        #expect(Set(keys).count == 3 && Set(keys.map(\.description)).count == 3)
    }

    @Test func `a record with a given crop and warnings is read back`() throws {
        let record = CropRecord(
            file: "a",
            orientation: .up,
            detector: "given",
            accuracy: .low,
            plan: try plan(Self.rect(1, 2, 3, 4)),
            output: nil,
            warnings: ["one"]
        )
        let text = try JSONText.text(record)
        #expect(text.contains(#""reason":"given""#) && text.contains(#""warnings":["one"]"#))
        #expect(try JSONDecoder().decode(CropRecord.self, from: Data(text.utf8)) == record)
        var silent = record
        silent.warnings = []
        #expect(try !JSONText.text(silent).contains("warnings"))
    }
}

/// What is said of places that reach beyond a picture.
@Suite struct PlaceNoteTests {
    private let size = PixelSize(width: 100, height: 80)

    @Test func `a place inside is not mentioned; others are, with what is used of them`() {
        let detector = FixedFeatureDetector([
            Feature(Rect(x: 0, y: 0, width: 100, height: 80), kind: .region),
            Feature(Rect(x: 90, y: 70, width: 20, height: 30), kind: .region),
            Feature(Rect(x: 200, y: 0, width: 5, height: 5), kind: .region), Feature(focalPoint: Point(x: 99.5, y: 10)),
            Feature(focalPoint: Point(x: 100, y: 10)),
        ])
        #expect(
            detector.notes(in: size) == [
                "the region 90,70,20,30 reaches beyond the picture of 100x80: only 90,70,10,10 of it is used",
                "the region 200,0,5,5 lies outside the picture of 100x80, and is left out",
                "the focal point 100,10 lies outside the picture of 100x80, and is left out",
            ]
        )
    }

    @Test func `if all are outside, that is an error with the first`() {
        let detector = FixedFeatureDetector([Rect(x: 200, y: 0, width: 5, height: 6)])
        let error = #expect(throws: BoundedCropError.self) { try detector.features(in: size) }
        #expect(error?.message == "the region 200,0,5,6 lies outside the picture of 100x80")
    }
}
