import TestSupport
import Testing

@testable import BoundedCrop

/// Plans of animations for requests that name the kinds to keep.
@Suite(.timeLimit(.minutes(15))) struct KeptTrackTests {
    /// A small face on the left and a large dog on the right, in four frames.
    private static let tracks: [FeatureTrack] = {
        var follower = FeatureFollower(size: PixelSize(width: 400, height: 100))
        for look in 0..<4 {
            let face = Feature(Rect(x: 10, y: 10, width: 20, height: 20), confidence: 0.9)
            let dog = Feature(Rect(x: 340, y: 10, width: 40, height: 40), confidence: 0.9, kind: .init(rawValue: "dog"), priority: 3)
            follower.add([face, dog], at: Double(look) / 2)
        }
        return follower.tracks
    }()

    private func plan(_ kinds: String?, _ change: (inout CropRequest) -> Void = { _ in }) throws -> CropPlan {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        request.kept = try kinds.map { try KeptKinds($0) }
        request.padding = .zero
        change(&request)
        return try CropPlanner.plan(tracks: Self.tracks, size: PixelSize(width: 400, height: 100), request: request) {
            SaliencyMap(columns: 4, rows: 1, values: [0, 1, 0, 0])
        }
    }

    /// The dog's center is at 360, and the picture ends at 400.
    @Test(arguments: [("face", 0), ("dog", 300)]) func otherTracksAreNotConsidered(kind: String, start: Int) throws {
        let plan = try plan(kind)
        #expect(plan.reason == .bounds && plan.crop == PixelRect(x: start, y: 0, width: 100, height: 100))
        #expect(plan.features.map(\.feature.kind.rawValue) == [kind] && plan.features.map(\.kept) == [true])
        #expect(plan.features.map(\.feature.priority) == [1])
        #expect(plan.kept?.text == kind)
    }

    /// The dog has four times the area of the face, and a priority of 3 of its own.
    @Test(arguments: [(nil, [false, true]), ("face:3.9,dog", [false, true]), ("face:4.1,dog", [true, false])])
    func theWeightsOfTheSightingsDecide(kinds: String?, kept: [Bool]) throws {
        let plan = try plan(kinds)
        #expect(plan.reason == .bestFaces && plan.features.map(\.kept) == kept)
    }

    @Test(arguments: [
        (nil, BoundingScheme.smallest, [false, true]), ("face,dog", .smallest, [true, false]), ("face,dog", .largest, [false, true]),
        ("face:2,dog", .largest, [true, false]),
    ])
    func schemesTakeTheHighestPriorityFirst(kinds: String?, scheme: BoundingScheme, kept: [Bool]) throws {
        let plan = try plan(kinds) { $0.scheme = scheme }
        #expect(plan.reason == .bounds && plan.features.map(\.kept) == kept && plan.scheme == scheme)
    }

    @Test func withoutTracksOfTheKindsTheFallbackApplies() throws {
        let plan = try plan("cat")
        #expect(plan.reason == .attention && plan.crop.x == 100 && plan.features.isEmpty)
        expectError(.noFeatureFound, saying: "cat") { _ = try self.plan("cat") { $0.requiresFeature = true } }
    }

    @Test func aTrackHasTheHighestPriorityOfItsSightings() {
        let place = Rect(x: 1, y: 2, width: 3, height: 4)
        let sightings = [0.5, .nan, 0.8].map { FeatureTrack.Sighting(time: 0, feature: Feature(place, priority: $0)) }
        #expect(FeatureTrack(sightings: [sightings[0], sightings[2]]).feature.priority == 0.8)
        #expect(FeatureTrack(sightings: sightings).feature.priority == 1)
    }
}
