import BoundedCrop
import Foundation
import TestSupport
import Testing

/// A detector for something other than people: OpenCV's cascade for cat faces, read from its file.
@Suite struct CatFaceDetectorTests {
    private static let cascade = Fixture.root.deletingLastPathComponent()
        .appendingPathComponent("Models/haarcascade_frontalcatface.xml").path
    private static let cat = Feature.Kind(rawValue: "cat")

    /// Chelsea fills her photo up to the ears and tilts her head, which this cascade does not detect. She is therefore rotated upright by 6
    /// degrees and given a border of 60 pixels in the colors of the edge.
    private static func chelsea() throws -> PixelBuffer {
        let photo = try Fixture.source("photos/chelsea.png").pixels(longSide: 451)
        let border = 60
        let size = PixelSize(width: photo.width + 2 * border, height: photo.height + 2 * border)
        let (sine, cosine) = (sin(6 * Double.pi / 180), cos(6 * Double.pi / 180))
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (right, down) = (Double(x) - size.bounds.midX, Double(y) - size.bounds.midY)
                let column = Int(size.bounds.midX + right * cosine - down * sine) - border
                let row = Int(size.bounds.midY + right * sine + down * cosine) - border
                let start = (min(max(row, 0), photo.height - 1) * photo.width + min(max(column, 0), photo.width - 1)) * 4
                bytes += photo.bytes[start..<start + 4]
            }
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    @Test func cropsAroundACat() throws {
        let detector = try HaarCascadeDetector(contentsOfFile: Self.cascade, kind: Self.cat)
        let plan = try BlockingCropper(detector: detector).plan(Self.chelsea(), for: CropRequest(width: 200, height: 200))
        #expect(plan.features.map(\.feature.kind) == [Self.cat])
        #expect(plan.features.map(\.kept) == [true])
        let face = try #require(plan.features.first).feature.rectangle
        // From outside her right eye to her left one, and down to her nose.
        #expect(face.contains(Rect(x: 210, y: 150, width: 180, height: 150)), "\(face)")
    }

    @Test func aCascadeInMemoryFindsTheSameAsItsFile() throws {
        let picture = try Self.chelsea()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.cascade)))
        let found = try HaarCascadeDetector(cascade: bytes, kind: Self.cat).features(in: picture, accuracy: .low)
        #expect(found.count == 1)
        #expect(try HaarCascadeDetector(contentsOfFile: Self.cascade, kind: Self.cat).features(in: picture, accuracy: .low) == found)
    }

    @Test func aFaceDetectorDoesNotMistakeACatForAPerson() throws {
        let features = try HaarCascadeDetector().features(in: Fixture.source("photos/chelsea.png"), accuracy: .low)
        #expect(features.isEmpty)
    }

    /// A custom detector may delegate to another one and keep what it wants.
    private struct LargestCat: FeatureDetector {
        let name = "largest cat"
        let cats: HaarCascadeDetector
        var cacheKey: String { "largest of \(cats.cacheKey)" }

        func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
            try BoundingScheme.largest.features(of: cats.features(in: picture, accuracy: accuracy))
        }
    }

    @Test func aDetectorMayWrapAnother() throws {
        let cats = try HaarCascadeDetector(contentsOfFile: Self.cascade, kind: Self.cat)
        let plan = try BlockingCropper(detector: LargestCat(cats: cats)).plan(Self.chelsea(), for: CropRequest(width: 100, height: 200))
        #expect(plan.features.count == 1)
    }
}
