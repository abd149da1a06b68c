import TestSupport
import Testing

@testable import BoundedCrop

/// Plans of requests that name the kinds to keep.
@Suite(.timeLimit(.minutes(15))) struct KeptPlanTests {
    private static let size = PixelSize(width: 1200, height: 400)
    private static let person = feature("person", 100, 100, 200)
    private static let dog = feature("dog", 800, 100, 200)

    private static func feature(_ kind: String, _ x: Double, _ y: Double, _ side: Double, priority: Double = 1) -> Feature {
        Feature(Rect(x: x, y: y, width: side, height: side), kind: .init(rawValue: kind), priority: priority)
    }

    private func request(_ kinds: String?, _ shape: CropRequest.Shape = .aspect(AspectRatio(1, 1))) throws -> CropRequest {
        var request = CropRequest(shape)
        request.kept = try kinds.map { try KeptKinds($0) }
        request.padding = .zero
        return request
    }

    private func plan(_ features: [Feature], _ request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(features: features, size: Self.size, request: request)
    }

    /// Their centers are at 200 and 900.
    @Test(arguments: [("person", 0, person), ("dog", 700, dog), ("dog,cat", 700, dog), ("person:1,dog:0", 0, person)])
    func otherKindsAreNotConsidered(kinds: String, start: Int, kept: Feature) throws {
        let plan = try plan([Self.person, Self.dog], request(kinds))
        #expect(plan.crop == PixelRect(x: start, y: 0, width: 400, height: 400) && plan.reason == .bounds)
        #expect(plan.features.map(\.feature) == [kept] && plan.bounds == kept.rectangle)
        #expect(try plan.kept == KeptKinds(kinds))
    }

    @Test(arguments: [
        ("person:2,dog", 0, [true, false]), ("person:1,dog:2", 700, [false, true]), ("person:1,dog:0.8", 0, [true, false]),
    ])
    func theWeightsDecideIfTheCropCannotHoldAll(kinds: String, start: Int, kept: [Bool]) throws {
        let plan = try plan([Self.person, Self.dog], request(kinds))
        #expect(plan.reason == .bestFaces && plan.crop.x == start && plan.features.map(\.kept) == kept)
    }

    @Test func theKindsPriorityTakesThePlaceOfTheFeaturesOwn() throws {
        let features = [Self.person, Self.feature("dog", 800, 100, 200, priority: 5)]
        #expect(try plan(features, request(nil)).features.map(\.kept) == [false, true])
        let plan = try plan(features, request("person,dog:0.8"))
        #expect(plan.features.map(\.kept) == [true, false])
        #expect(plan.features.map(\.feature.priority) == [1, 0.8])
    }

    @Test func withoutFeaturesOfTheKindsNothingIsFound() throws {
        var request = try request("cat:2,bird")
        let plan = try plan([Self.person, Self.dog], request)
        #expect(plan.crop == PixelRect(x: 400, y: 0, width: 400, height: 400))
        #expect(plan.reason == .center && plan.fallback == .center && plan.features.isEmpty && plan.bounds == nil && plan.turn == nil)
        request.requiresFeature = true
        expectError(.noFeatureFound, saying: "bird,cat:2") { _ = try self.plan([Self.person, Self.dog], request) }
        (request.requiresFeature, request.alignment) = (false, .avatar)
        expectError(.noFeatureFound, saying: "bird,cat:2") { _ = try self.plan([Self.person, Self.dog], request) }
        (request.alignment, request.detectsFeatures) = (nil, false)
        #expect(try self.plan([Self.person], request).kept == nil)
    }

    @Test(arguments: [
        ("face:2,person", BoundingScheme.largest, 420), ("face,person", .largest, 50), ("face,person:2", .smallest, 50),
        ("face,person", .smallest, 420), ("face,person:0", .largest, 420),
    ])
    func aSchemeTakesTheHighestPriorityFirst(kinds: String, scheme: BoundingScheme, start: Int) throws {
        var request = try request(kinds)
        request.scheme = scheme
        let features = [Self.feature("person", 100, 50, 300), Self.feature("face", 600, 100, 40)]
        #expect(try plan(features, request).crop.x == start)
    }

    /// The frame is five distances of the eyes wide.
    @Test(arguments: [("face", 200.0, 100.0), ("face:1,statue:1", 800, 300), ("face:100,statue", 200, 100)])
    func anAlignmentTakesAFaceOfTheKinds(kinds: String, x: Double, width: Double) throws {
        var request = try request(kinds)
        request.alignment = FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(0.2))
        var statue = Feature.face(eyes: Point(x: 800, y: 200), distance: 60)
        statue.kind = .init(rawValue: "statue")
        let plan = try plan([statue, .face(eyes: Point(x: 200, y: 200), distance: 20)], request)
        let frame = try #require(plan.aligned)
        #expect(abs(frame.center.x - x) < 1e-9 && abs(frame.width - width) < 1e-9)
    }

    @Test func theOutputIsTurnedToTheFacesOfTheKinds() throws {
        var statue = Feature.face(eyes: Point(x: 300, y: 150), distance: 20)
        statue.kind = .init(rawValue: "statue")
        let features = [statue, .face(eyes: Point(x: 100, y: 150), distance: 20, roll: 90)]
        for (kinds, turn) in [("face", QuarterTurn.counterclockwise), (nil, nil), ("statue", nil)] as [(String?, QuarterTurn?)] {
            var request = try request(kinds, .source)
            request.rotatesToFaces = true
            #expect(try plan(features, request).outputTurn == turn)
        }
    }

    /// Without the statue, whose edge is at 420, the face can be on the third line: 600 - 400 / 3.
    @Test(arguments: [("face", 467), ("face:2,statue", 420)]) func aPlacementHoldsWhatIsKept(kinds: String, start: Int) throws {
        var request = try request(kinds)
        (request.placement, request.scheme) = (.thirds, .largest)
        let features = [Self.feature("face", 500, 100, 200), Self.feature("statue", 420, 100, 50)]
        #expect(try plan(features, request).crop.x == start)
    }
}
