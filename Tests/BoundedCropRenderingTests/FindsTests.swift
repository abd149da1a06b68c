import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropRendering
@testable import BoundedCropService

@Suite struct FindsTests {
    private static let size = PixelSize(width: 300, height: 200)

    private static var feature: Feature {
        let points = (0..<5).map { Point(x: Double($0) / 3, y: 1.0 / 7) }
        var feature = Feature(
            Rect(x: 1.0 / 3, y: -2.5, width: 100.1, height: 1e-3),
            confidence: 0.1 + 0.2,
            kind: Feature.Kind(rawValue: "cät \"1\""),
            priority: 2.5,
            landmarks: Landmarks(points)
        )
        feature.detectorKey = "yunet(1)"
        return feature
    }

    private struct Entry: Decodable { let version: Int }

    /// The version that is written.
    private static let version = (try? JSONDecoder().decode(Entry.self, from: Data(Finds.picture(Detection([])).encoded())))?.version ?? 0

    private static func text(_ features: String, version: Int = Self.version) -> [UInt8] {
        Array("{\"version\":\(version),\"picture\":{\"features\":\(features),\"likely\":[]}}".utf8)
    }

    @Test func `features are read exactly as they were found`() throws {
        for features in [[], [Self.feature], [Self.feature, Feature(Rect(x: 0, y: 0, width: 5, height: 5))]] {
            let found = Finds.picture(Detection(features, likely: Array(features.prefix(1))))
            let read = try #require(Finds(encoded: found.encoded(), size: Self.size))
            #expect(read == found)
            guard case .picture(let same) = read else { continue }
            #expect(same.features.map(\.detectorKey) == features.map(\.detectorKey))
        }
    }

    @Test func `what was found in a photo takes a few hundred bytes`() throws {
        let features = try BlockingCropper().features(in: Fixture.source("composites/three_in_row.jpg"))
        let bytes = try Finds.picture(Detection(features)).encoded()
        #expect(features.count >= 2)
        #expect(bytes.count < 500 * features.count, "\(bytes.count) bytes for \(features.count) faces")
    }

    @Test func `animations are read exactly as they were followed`() throws {
        let followed = try BlockingCropper(detector: FixedFeatureDetector([Rect(x: 1, y: 2, width: 3, height: 4)]))
            .follow(Fixture.source("animations/to_and_fro.gif"))
        let found = Finds.animation(Finds.Followed(followed))
        #expect(try Finds(encoded: found.encoded(), size: followed.info.size) == found)
        #expect(try Finds(encoded: found.encoded(), size: Self.size) == nil)
    }

    @Test(
        arguments: [
            [], [0, 255], Array("null".utf8), Array("{}".utf8), Array("{\"version\":\(version)}".utf8), text("[]", version: version - 1),
            text("{}"),
            text("[1]"),
            text("[{\"rectangle\":{\"x\":1e10,\"y\":0,\"width\":1,\"height\":1},\"confidence\":1,\"kind\":\"face\",\"priority\":1}]"),
            text("[{\"rectangle\":{\"x\":1e999,\"y\":0,\"width\":1,\"height\":1},\"confidence\":1,\"kind\":\"face\",\"priority\":1}]"),
            text("[{\"rectangle\":{\"x\":1,\"y\":0,\"width\":1,\"height\":1},\"confidence\":1,\"kind\":\"face\",\"priority\":-1}]"),
            Array("{\"version\":\(version),\"animation\":{\"tracks\":[{\"sightings\":[]}]}}".utf8),
        ] as [[UInt8]]
    )
    func `damaged, foreign and hostile entries are none`(bytes: [UInt8]) {
        #expect(Finds(encoded: bytes, size: Self.size) == nil)
    }

    @Test func `more features than any detector finds are none`() throws {
        let features = [Feature](repeating: Self.feature, count: 1001)
        #expect(try Finds(encoded: Finds.picture(Detection(features)).encoded(), size: Self.size) == nil)
        let likely = Detection([Feature](features.prefix(500)), likely: [Feature](features.prefix(501)))
        #expect(try Finds(encoded: Finds.picture(likely).encoded(), size: Self.size) == nil)
    }
}
