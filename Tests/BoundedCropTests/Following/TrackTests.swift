import TestSupport
import Testing

@testable import BoundedCrop

@Suite struct TrackTests {
    private func face(_ x: Double, _ y: Double = 10, side: Double = 20, confidence: Double = 0.9) -> Feature {
        Feature(Rect(x: x, y: y, width: side, height: side), confidence: confidence)
    }

    private func tracks(_ looks: [[Feature]]) -> FeatureFollower {
        var follower = FeatureFollower(size: PixelSize(width: 400, height: 200))
        for (index, features) in looks.enumerated() { follower.add(features, at: Double(index) / 2) }
        return follower
    }

    @Test func aMovingFaceIsOneTrack() throws {
        let follower = tracks((0..<10).map { [face(Double($0) * 15)] })
        #expect(follower.tracks.map(\.sightings.count) == [10])
        #expect(try #require(follower.tracks.first).bounds == Rect(x: 0, y: 10, width: 155, height: 20))
    }

    @Test func placesThatAreNotFiniteAreIgnored() throws {
        let tracks = tracks([[face(.nan), face(10)], [face(.infinity), face(12, confidence: .nan)]]).confirmed()
        #expect(tracks.count == 1 && tracks[0].bounds == Rect(x: 10, y: 10, width: 22, height: 20))
        #expect(tracks[0].feature.confidence.isFinite)
    }

    @Test func facesThatPassEachOtherStayTwoTracks() {
        let follower = tracks((0..<10).map { [face(Double($0) * 10, 10), face(90 - Double($0) * 10, 40)] })
        #expect(follower.tracks.map(\.sightings.count) == [10, 10])
        #expect(follower.tracks.allSatisfy { track in Set(track.sightings.map(\.feature.rectangle.y)).count == 1 })
    }

    @Test func aFaceMayBeMissedForAMoment() {
        #expect(tracks([[face(5)], [], [face(9)], [], [], [face(13)]]).tracks.map(\.sightings.count) == [3])
        #expect(tracks([[face(5)], [], [], [], [], [], [face(9)]]).tracks.map(\.sightings.count) == [1, 1])
    }

    @Test func whoLeavesAtTheEdgeIsNotWhoComesLater() {
        #expect(tracks([[face(0)], [], [face(4)]]).tracks.map(\.sightings.count) == [1, 1])
        #expect(tracks([[face(0)], [face(4)]]).tracks.map(\.sightings.count) == [2])
    }

    @Test func facesFarApartOrOfOtherSizesAreOthers() {
        #expect(tracks([[face(0)], [face(60)]]).tracks.count == 2)
        #expect(tracks([[face(50)], [face(50, side: 80)]]).tracks.count == 2)
        let region = Feature(Rect(x: 0, y: 10, width: 20, height: 20), kind: .region)
        #expect(tracks([[face(0)], [region]]).tracks.count == 2)
    }

    @Test func whatWasSeenOnceAndHalfSurelyDoesNotCount() {
        let looks = [[face(0), face(100, confidence: 0.6)], [face(0)], [face(0)], [face(0), face(200, confidence: 0.95)]]
        #expect(tracks(looks).confirmed().map(\.sightings.count) == [4, 1])
        #expect(tracks([[face(0, confidence: 0.6)]]).confirmed().count == 1)
    }

    @Test(arguments: [(BoundingScheme.all, [0, 1]), (.largest, [1]), (.smallest, [0])])
    func schemesSelectTracksBySizeAndNotByTheirWay(scheme: BoundingScheme, selected: [Int]) {
        let follower = tracks((0..<10).map { [face(Double($0) * 15), face(50, 100, side: 30)] })
        #expect(scheme.tracks(of: follower.tracks) == selected.map { follower.tracks[$0] })
    }

    // MARK: Looks

    @Test func looksAreTwoASecondAndStartWithTheFirstFrame() {
        var schedule = LookSchedule()
        let times = (0..<50).map { Double($0) / 10 }
        #expect(
            times.filter { schedule.includes(frameFrom: $0, to: $0 + 0.1) }.map { ($0 * 10).rounded() / 10 } == [
                0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5,
            ]
        )
    }

    @Test func slowFramesAreAllLookedAt() {
        var schedule = LookSchedule()
        #expect((0..<20).allSatisfy { schedule.includes(frameFrom: Double($0), to: Double($0) + 1) })
    }

    @Test func aLongAnimationIsLookedAtLessOften() {
        var schedule = LookSchedule(most: 40)
        let looks = (0..<100_000).filter { schedule.includes(frameFrom: Double($0) / 10, to: Double($0 + 1) / 10) }
        #expect(looks.count <= 40 && looks.count > 20)
        #expect(looks.prefix(20) == (0..<20).map { $0 * 5 }[...])
    }

    // MARK: Plans

    private let size = PixelSize(width: 400, height: 100)

    private func plan(_ looks: [[Feature]], _ request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(tracks: tracks(looks).tracks, size: size, request: request) { nil }
    }

    @Test func oneWindowHoldsAFaceThroughTime() throws {
        var request = CropRequest(.aspect(AspectRatio(2, 1)))
        request.padding = .zero
        let plan = try plan((0..<8).map { [face(150 + Double($0) * 10)] }, request)
        #expect(plan.reason == .bounds && plan.features.map(\.kept) == [true])
        #expect(plan.crop.rect.contains(Rect(x: 150, y: 10, width: 90, height: 20)))
    }

    @Test func theWindowIsWhereAFaceIsLongestIfItCannotHoldAll() throws {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        request.padding = .zero
        let way = (0..<8).map { [face(Double($0) * 15)] } + Array(repeating: [face(120)], count: 10)
        let plan = try plan(way, request)
        #expect(plan.reason == .bestFaces && plan.features.map(\.kept) == [false])
        #expect(plan.crop.rect.contains(Rect(x: 120, y: 10, width: 20, height: 20)))
        #expect(plan.scheme == .all)
    }

    @Test func theLargestTrackIsHeldAndTheOthersAreTold() throws {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        (request.scheme, request.padding) = (.largest, .zero)
        let plan = try plan((0..<4).map { _ in [face(10), face(350, side: 40)] }, request)
        #expect(plan.features.map(\.kept) == [false, true] && plan.scheme == .largest && plan.reason == .bounds)
    }

    /// Of 1920 sightings, about a thousand are planned with.
    @Test func aCrowdOverALongTimeIsBoundedByAllItsSightings() throws {
        var looks: [[Feature]] = []
        for look in 0..<240 {
            var faces: [Feature] = []
            for index in 0..<8 { faces.append(face(Double(index * 48 + look % 7), side: index == 7 && look == 201 ? 24 : 20)) }
            looks.append(faces)
        }
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        request.padding = .zero
        let plan = try plan(looks, request)
        #expect(plan.features.count == 8 && plan.reason == .bestFaces)
        #expect(plan.bounds == Rect(minX: 0, minY: 10, maxX: 7 * 48 + Double(201 % 7) + 24, maxY: 34))
    }

    @Test func withoutTracksTheFallbackApplies() throws {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        #expect(try plan([[], []], request).reason == .center)
        request.requiresFeature = true
        #expect(throws: BoundedCropError.self) { try plan([[], []], request) }
    }
}
