import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Results of detection are cached on disk.
@Suite(.timeLimit(.minutes(15))) struct DetectionCacheTests {
    private let folder: TemporaryFolder
    private let place: String

    init() throws {
        folder = try TemporaryFolder()
        place = folder.path("cache/below")
    }

    private static let features = [
        Feature(Rect(x: 130.123456789, y: 29.7, width: 86.1, height: 119.9), confidence: 0.87654321),
        Feature(
            Rect(x: -3.3, y: 0.1, width: 10, height: 1.0 / 3),
            confidence: 0.5,
            kind: .init(rawValue: "cat ü"),
            landmarks: Landmarks([(1, 2), (3, 4.5), (5, 6), (7.7, 8), (9, 10.1)].map { Point(x: $0.0, y: $0.1) })
        ),
    ]

    /// The cached detector.
    private func caching(_ detector: CountingDetector) -> CachingFeatureDetector { CachingFeatureDetector(detector, folder: place) }

    /// Equal except for the last digit of a coordinate.
    private func expectSame(_ one: Feature, _ other: Feature) {
        #expect(one.confidence == other.confidence && one.kind == other.kind)
        #expect((one.landmarks == nil) == (other.landmarks == nil))
        let numbers = [one, other].map { feature in
            let points = feature.landmarks.map { [$0.rightEye, $0.leftEye, $0.noseTip, $0.rightMouthCorner, $0.leftMouthCorner] } ?? []
            let box = feature.rectangle
            return [box.x, box.y, box.width, box.height] + points.flatMap { [$0.x, $0.y] }
        }
        for (one, other) in zip(numbers[0], numbers[1]) { #expect(abs(one - other) < 1e-9) }
    }

    private func entries() throws -> [String] {
        let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.contains(".") }.sorted()
    }

    @Test func eachPictureIsDetectedOnce() throws {
        let counting = CountingDetector(Self.features)
        let picture = try Fixture.source("orientations/obama_1.jpg")
        let first = try caching(counting).features(in: picture, accuracy: .low)
        for _ in 0..<3 { #expect(try caching(counting).features(in: picture, accuracy: .low) == first) }
        #expect(counting.count.total == 1)
        #expect(try entries().count == 1)
    }

    @Test func findingNothingIsCachedToo() throws {
        let counting = CountingDetector([])
        let picture = try Fixture.source("photos/coffee.png")
        for _ in 0..<3 { #expect(try caching(counting).features(in: picture, accuracy: .low).isEmpty) }
        #expect(counting.count.total == 1)
    }

    @Test func whatIsLikelyIsCachedWithTheFeatures() throws {
        struct Doubtful: FeatureDetector {
            let name = "doubtful"
            let found: Detection
            let count = Counter()

            func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { found.features }

            func detection(in picture: any Picture, accuracy: DetectionAccuracy) -> Detection {
                count.enter()
                defer { count.leave() }
                return found
            }
        }
        let doubtful = Doubtful(found: Detection([Self.features[0]], likely: [Self.features[1]]))
        let picture = try Fixture.source("orientations/obama_1.jpg")
        let caching = CachingFeatureDetector(doubtful, folder: place)
        let first = try caching.detection(in: picture, accuracy: .low)
        expectSame(try #require(first.likely.first), Self.features[1])
        #expect(try caching.detection(in: picture, accuracy: .low) == first)
        #expect(try caching.features(in: picture, accuracy: .low) == first.features)
        #expect(doubtful.count.total == 1)
    }

    /// As they were when nothing was likely.
    @Test func entriesOfAnotherFormAreMadeAgain() throws {
        let counting = CountingDetector(Self.features)
        let picture = try Fixture.source("orientations/obama_1.jpg")
        let first = try caching(counting).features(in: picture, accuracy: .low)
        let entry = place + "/" + (try #require(entries().first))
        try Data(#"{"features":[],"checksum":"0"}"#.utf8).write(to: URL(fileURLWithPath: entry))
        for _ in 0..<2 { #expect(try caching(counting).features(in: picture, accuracy: .low) == first) }
        #expect(counting.count.total == 2)
    }

    /// The file's name and folder do not matter.
    @Test func entriesDependOnTheBytes() throws {
        let counting = CountingDetector(Self.features)
        let bytes = try Fixture.bytes("orientations/obama_1.jpg")
        for picture in [try Fixture.source("orientations/obama_1.jpg"), try ImageSource(bytes: bytes)] {
            _ = try caching(counting).features(in: picture, accuracy: .low)
        }
        #expect(counting.count.total == 1)
        _ = try caching(counting).features(in: ImageSource(bytes: bytes + [0]), accuracy: .low)
        _ = try caching(counting).features(in: Fixture.source("orientations/obama_2.jpg"), accuracy: .low)
        #expect(counting.count.total == 3)
    }

    @Test func cropsOfAllSizesAndShapesShareOneDetection() throws {
        let counting = CountingDetector(Self.features)
        let picture = try Fixture.source("orientations/obama_6.jpg")
        for size in [(10, 10), (300, 100), (64, 128)] {
            _ = try BlockingCropper(detector: caching(counting)).crop(picture, to: CropRequest(width: size.0, height: size.1))
        }
        #expect(counting.count.total == 1)
    }

    /// Another limit, model or accuracy requires another entry for the same picture.
    @Test func differentSettingsHaveSeparateEntries() throws {
        let picture = try Fixture.source("orientations/obama_1.jpg")
        var limits = DetectionLimits()
        limits.minimumConfidence = 0.6
        let detectors: [any FeatureDetector] = [
            CountingDetector(name: "a"), CountingDetector(name: "b"), CountingDetector(name: "a|low"), CountingDetector(name: ""),
            UnionFeatureDetector([CountingDetector(name: "a")]), UnionFeatureDetector([CountingDetector(name: "a")], limits: limits),
        ]
        for detector in detectors {
            for accuracy in DetectionAccuracy.allCases {
                _ = try CachingFeatureDetector(detector, folder: place).features(in: picture, accuracy: accuracy)
            }
        }
        #expect(try entries().count == detectors.count * 2)
    }

    @Test func aPlanFromTheCacheIsEqual() throws {
        for name in ["orientations/obama_6.jpg", "photos/astronaut.png", "composites/three_in_row.jpg", "formats/obama_301x199_420.jpg"] {
            let picture = try Fixture.source(name)
            let counting = CountingDetector(try YuNetDetector().features(in: picture, accuracy: .low))
            for request in [CropRequest(width: 100, height: 100), CropRequest(width: 30, height: 90), CropRequest(width: 160, height: 9)] {
                let plain = try BlockingCropper(detector: counting).plan(picture, for: request)
                let first = try BlockingCropper(detector: caching(counting)).plan(picture, for: request)
                let second = try BlockingCropper(detector: caching(counting)).plan(picture, for: request)
                #expect(first == second, "\(name)")
                #expect(
                    first.crop == plain.crop && first.reason == plain.reason && first.features.map(\.kept) == plain.features.map(\.kept)
                )
            }
        }
    }

    @Test func cachedFeaturesKeepAllTheirProperties() throws {
        let picture = try Fixture.source("orientations/obama_1.jpg")
        _ = try caching(CountingDetector(Self.features)).features(in: picture, accuracy: .low)
        let back = try caching(CountingDetector([])).features(in: picture, accuracy: .low)
        #expect(back.count == Self.features.count)
        for (one, other) in zip(back, Self.features) { expectSame(one, other) }
    }

    /// As fractions of the upright picture.
    @Test func anEntryStoresFractions() throws {
        let feature = Feature(Rect(x: 160, y: 100, width: 80, height: 200))
        _ = try caching(CountingDetector([feature])).features(in: Fixture.source("orientations/obama_6.jpg"), accuracy: .low)
        let text = try String(contentsOfFile: "\(place)/\(#require(entries().first))", encoding: .utf8)
        for part in ["\"x\":0.5", "\"y\":0.25", "\"width\":0.25", "\"height\":0.5"] { #expect(text.contains(part), "\(text)") }
    }

    @Test func aPictureWithoutAHashIsDetectedEachTime() throws {
        let counting = CountingDetector(Self.features)
        let picture = PixelBuffer(size: PixelSize(width: 320, height: 400), filledWith: (0, 0, 0, 255))
        for _ in 0..<2 { #expect(try caching(counting).features(in: picture, accuracy: .low) == Self.features) }
        #expect(counting.count.total == 2)
        #expect(try entries().isEmpty)
    }

    @Test func errorsAreNotCached() throws {
        struct Broken: Error {}
        let picture = try Fixture.source("orientations/obama_1.jpg")
        let broken = CountingDetector { throw Broken() }
        for _ in 0..<2 { #expect(throws: Broken.self) { try caching(broken).features(in: picture, accuracy: .low) } }
        #expect(broken.count.total == 2)
        #expect(try entries().isEmpty)
    }

    @Test func itsNameAndKeyAreThoseOfTheDetector() {
        let counting = CountingDetector(name: "mine")
        #expect(caching(counting).name == "mine" && caching(counting).cacheKey == counting.cacheKey)
    }

    @Test func theDetectorsBoundingRectangleIsUsed() throws {
        struct Whole: FeatureDetector {
            let name = "whole"
            func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] { [] }
            func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
                Rect(x: 3, y: 4, width: 5, height: 6)
            }
        }
        let plan = try BlockingCropper(detector: CachingFeatureDetector(Whole(), folder: place))
            .plan(Fixture.source("edges/black_300x200.jpg"), for: CropRequest(width: 10, height: 10))
        #expect(plan.bounds == Rect(x: 3, y: 4, width: 5, height: 6))
    }
}
