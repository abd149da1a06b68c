import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// A feature's priority is a factor of its weight.
@Suite(.timeLimit(.minutes(15))) struct FeaturePriorityTests {
    static let outOfRange: [Double] = [0, -0.0, -1, 1000.1, .infinity, -.infinity, .nan, 1e300]
    private static let place = Rect(x: 1, y: 2, width: 10, height: 20)

    /// 10 * 20; at a confidence of 0.5, four of five detections are right.
    @Test(arguments: [(1.0, 1.0, 200.0), (1, 2.5, 500), (1, 1000, 200_000), (0.5, 0.5, 80), (0, 3, 0)])
    func aPriorityIsAFactorOfTheWeight(confidence: Double, priority: Double, weight: Double) {
        #expect(abs(Feature(Self.place, confidence: confidence, priority: priority).weight - weight) < 1e-9)
    }

    @Test(arguments: outOfRange) func aPriorityOutOfRangeCountsAsOne(priority: Double) {
        let feature = Feature(Self.place, priority: priority)
        #expect(feature.weight == Feature(Self.place).weight)
        #expect(feature.finite == Feature(Self.place))
        let larger = Feature(Rect(x: 1, y: 2, width: 11, height: 20))
        #expect(BoundingScheme.largest.features(of: [larger, feature]) == [larger])
    }

    @Test func featuresOfDifferentPrioritiesDiffer() {
        let features: Set = [Feature(Self.place), Feature(Self.place, priority: 2), Feature(Self.place, priority: 1)]
        #expect(features.count == 2)
    }

    // MARK: JSON

    @Test func earlierJSONHasAPriorityOfOne() throws {
        let text = #"{"rectangle":{"x":1,"y":2,"width":10,"height":20},"confidence":0.5,"kind":"cat","detectorKey":"a"}"#
        let feature = try JSONDecoder().decode(Feature.self, from: Data(text.utf8))
        #expect(feature == Feature(Self.place, confidence: 0.5, kind: .init(rawValue: "cat")))
        #expect(feature.priority == 1 && feature.detectorKey == "a")
    }

    @Test func aPriorityIsEncodedUnlessItIsOne() throws {
        let face = Feature.face(eyes: Point(x: 50, y: 60), distance: 10)
        for priority in [1, 0.25, 1000] {
            var feature = face
            (feature.priority, feature.detectorKey) = (priority, "yunet")
            let data = try JSONEncoder().encode(feature)
            #expect(String(decoding: data, as: UTF8.self).contains("priority") == (priority != 1))
            let read = try JSONDecoder().decode(Feature.self, from: data)
            #expect(read == feature && read.detectorKey == "yunet")
        }
    }

    @Test(arguments: [
        (1.0, nil as Double?), (1.0004, nil), (0.9996, nil), (1.0006, 1.001), (0.12345, 0.123), (0.0001, 0.001), (1000, 1000), (.nan, nil),
        (0, nil),
    ])
    func recordsRoundPriorities(priority: Double, written: Double?) throws {
        let record = FeatureRecord(Feature(Self.place, priority: priority), kept: true)
        #expect(record.priority == written && record.feature.priority == written ?? 1)
        let data = try JSONEncoder().encode(record)
        #expect(String(decoding: data, as: UTF8.self).contains("priority") == (written != nil))
        #expect(try JSONDecoder().decode(FeatureRecord.self, from: data) == record)
    }

    @Test(arguments: [("", 1.0), (#","priority":2.5"#, 2.5), (#","priority":null"#, 1)])
    func sightingsHavePriorities(field: String, priority: Double) throws {
        let sighting = #"{"time":0,"x":1,"y":2,"width":10,"height":20,"confidence":1\#(field)}"#
        let text = #"{"kind":"dog","sightings":[\#(sighting)]}"#
        let record = try JSONDecoder().decode(AnimationRecord.Track.self, from: Data(text.utf8))
        #expect(record.track?.feature == Feature(Self.place, kind: .init(rawValue: "dog"), priority: priority))
    }

    // MARK: Detectors

    @Test func theSurvivorOfDuplicatesKeepsItsPriority() throws {
        let sure = Feature(Self.place, confidence: 0.9, priority: 2)
        let unsure = Feature(Self.place, confidence: 0.6, priority: 5)
        let picture = PixelBuffer(size: PixelSize(width: 40, height: 40))
        let union = UnionFeatureDetector([FixedFeatureDetector([unsure], name: "a"), FixedFeatureDetector([sure], name: "b")])
        #expect(try union.features(in: picture, accuracy: .low) == [sure])
        let chain = ChainedFeatureDetector([FixedFeatureDetector([]), union])
        #expect(try chain.features(in: picture, accuracy: .low).map(\.priority) == [2])
    }

    /// A priority of 1, which is that of features without one of their own, is not written.
    @Test(arguments: [1, 2.5]) func theDetectionCacheKeepsPriorities(priority: Double) throws {
        let folder = try TemporaryFolder()
        let picture = try Fixture.source("orientations/obama_1.jpg")
        let feature = Feature(Rect(x: 20, y: 20, width: 40, height: 40), priority: priority)
        for found in [[feature], []] {
            let caching = CachingFeatureDetector(CountingDetector(found), folder: folder.path("cache"))
            #expect(try caching.features(in: picture, accuracy: .low).map(\.priority) == [priority])
        }
        let names = FileManager.default.enumerator(atPath: folder.path("cache"))?.compactMap { $0 as? String } ?? []
        let entry = try #require(names.first { $0.hasSuffix(".json") })
        let text = try String(contentsOfFile: folder.path("cache/" + entry), encoding: .utf8)
        #expect(text.contains("priority") == (priority != 1))
    }

    // MARK: Plans

    /// The left one has an area of 2500, the right one of 1600.
    @Test(arguments: [(1.0, true), (1.5, true), (1.6, false), (1000, false)])
    func theWeightsDecideWhatIsKept(priority: Double, keepsLeft: Bool) throws {
        let features = [
            Feature(Rect(x: 75, y: 80, width: 50, height: 50)), Feature(Rect(x: 280, y: 80, width: 40, height: 40), priority: priority),
        ]
        let size = PixelSize(width: 400, height: 200)
        let plan = try CropPlanner.plan(features: features, size: size, request: CropRequest(width: 100, height: 200))
        #expect(plan.reason == .bestFaces && plan.features.map(\.kept) == [keepsLeft, !keepsLeft])
        #expect(plan.crop == PixelRect(x: keepsLeft ? 50 : 250, y: 0, width: 100, height: 200))
    }

    @Test func schemesChooseAmongTheHighestPriority() {
        let features = [(200.0, 1.0), (20, 2), (40, 2), (10, 1), (20, 2)].map { side, priority in
            Feature(Rect(x: side, y: 0, width: side, height: side), priority: priority)
        }
        #expect(BoundingScheme.largest.features(of: features) == [features[2]])
        #expect(BoundingScheme.smallest.features(of: features) == [features[4]])
        #expect(BoundingScheme.all.features(of: features) == features)
    }
}
