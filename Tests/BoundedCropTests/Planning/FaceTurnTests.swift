import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

@Suite(.timeLimit(.minutes(15))) struct FaceTurnTests {
    private static let size = PixelSize(width: 400, height: 300)

    private func face(_ roll: Double, x: Double = 200, y: Double = 150, distance: Double = 20) -> Feature {
        .face(eyes: Point(x: x, y: y), distance: distance, roll: roll)
    }

    private func plan(_ features: [Feature], _ request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(features: features, size: Self.size, request: request)
    }

    private func rotating(_ shape: CropRequest.Shape) -> CropRequest {
        var request = CropRequest(shape)
        request.rotatesToFaces = true
        return request
    }

    @Test(arguments: [
        (0.0, QuarterTurn.zero), (29.9, .zero), (-30, .zero), (31, nil), (45, nil), (59, nil), (60, .counterclockwise),
        (90, .counterclockwise), (120, .counterclockwise), (121, nil), (149, nil), (150, .half), (180, .half), (-150, .half),
        (-149, nil), (-120, .clockwise), (-90, .clockwise), (-60, .clockwise), (-59, nil), (.nan, nil), (.infinity, nil), (1e300, nil),
    ])
    func aTurnIsWithinThirtyDegrees(roll: Double, turn: QuarterTurn?) {
        #expect(QuarterTurn(uprighting: roll) == turn)
    }

    @Test func thePlanSaysTheTurnThatAllFacesAgreeOn() throws {
        let request = CropRequest(.source)
        #expect(try plan([face(90, x: 100), face(110, x: 300)], request).turn == .counterclockwise)
        #expect(try plan([face(90, x: 100), face(0, x: 300)], request).turn == nil)
        #expect(try plan([face(90, x: 100), face(45, x: 300)], request).turn == nil)
        #expect(try plan([face(5)], request).turn == .zero)
        let unknown = Feature(Rect(x: 10, y: 10, width: 20, height: 20))
        #expect(try plan([face(-90), unknown], request).turn == .clockwise)
        #expect(try plan([unknown], request).turn == nil)
        #expect(try plan([], request).turn == nil)
        #expect(try plan([face(90)], request).outputTurn == nil)
    }

    @Test func facesThatAreLeftOutDoNotCount() throws {
        var request = CropRequest(.aspect(AspectRatio(1, 3)))
        request.scheme = .largest
        let features = [face(90, x: 60, distance: 20), face(0, x: 350, distance: 10)]
        let plan = try plan(features, request)
        #expect(plan.features.map(\.kept) == [true, false])
        #expect(plan.turn == .counterclockwise)
    }

    /// The face's square is 174..214 x 130..170; its top is on the right, so the 35% above it are there.
    @Test func theShapeAndThePaddingAreThoseOfTheOutput() throws {
        let request = rotating(.size(PixelSize(width: 100, height: 200)))
        let plan = try plan([face(90)], request)
        #expect(plan.outputTurn == .counterclockwise && plan.turn == .counterclockwise)
        #expect(plan.crop == PixelRect(x: 0, y: 50, width: 400, height: 200))
        let bounds = try #require(plan.bounds)
        #expect(abs(bounds.minX - 166) < 1e-9 && abs(bounds.maxX - 228) < 1e-9)
        #expect(abs(bounds.minY - 124) < 1e-9 && abs(bounds.maxY - 176) < 1e-9)
        #expect(plan.aspect == AspectRatio(2, 1) && plan.outputAspect == AspectRatio(1, 2))
        #expect(plan.naturalSize == PixelSize(width: 200, height: 400))
        #expect(request.outputSize(for: plan) == PixelSize(width: 100, height: 200))
        #expect(plan.uprightCrop == nil)
    }

    @Test func theOwnShapeIsTheWholePictureTurned() throws {
        let plan = try plan([face(-90)], rotating(.source))
        #expect(plan.crop == PixelRect(x: 0, y: 0, width: 400, height: 300))
        #expect(plan.naturalSize == PixelSize(width: 300, height: 400))
    }

    @Test(arguments: [[0.0], [20], [90, 0], [45], []]) func withoutAgreementNothingChanges(rolls: [Double]) throws {
        let shape = CropRequest.Shape.aspect(AspectRatio(1, 2))
        let features = rolls.enumerated().map { face($1, x: 150 + 60 * Double($0), distance: 10) }
        #expect(try plan(features, rotating(shape)) == plan(features, CropRequest(shape)))
    }

    /// The first pixel of the output is the corner of the picture that the turn brings to the top left.
    @Test(arguments: [(-90.0, 0, 19), (180, 39, 19), (90, 39, 0), (0, 0, 0)])
    func theOutputIsTurned(roll: Double, column: UInt8, row: UInt8) throws {
        let picture = try PixelBuffer.coordinates(40, 20)
        let cropper = BlockingCropper(detector: FixedFeatureDetector([.face(eyes: Point(x: 20, y: 10), distance: 4, roll: roll)]))
        let crop = try cropper.crop(picture, to: rotating(.source))
        let isLying = abs(roll) == 90
        #expect(crop.pixels.size == (isLying ? PixelSize(width: 20, height: 40) : picture.size))
        #expect(crop.pixels.pixel(0, 0) == [column, row, 0, 255])
        let stored = try JSONDecoder().decode(CropPlan.self, from: JSONEncoder().encode(crop.plan))
        #expect(stored == crop.plan)
        #expect(try cropper.render(stored, of: picture).pixels == crop.pixels)
    }

    @Test func anOutputOfAnotherShapeIsRefused() throws {
        let picture = try PixelBuffer.coordinates(40, 20)
        let cropper = BlockingCropper(detector: FixedFeatureDetector([.face(eyes: Point(x: 20, y: 10), distance: 4, roll: 90)]))
        let plan = try cropper.plan(picture, for: rotating(.source))
        expectError(.invalidArgument, saying: "distorted") {
            _ = try cropper.render(plan, of: picture, scaledTo: PixelSize(width: 40, height: 20))
        }
    }

    @Test(
        arguments: [
            (-90.0, Rect(x: 13, y: 10, width: 2, height: 4)), (90.0, Rect(x: 5, y: 26, width: 2, height: 4)),
            (180.0, Rect(x: 26, y: 13, width: 4, height: 2)),
        ] as [(Double, Rect)]
    )
    func regionsAreTurnedWithTheOutput(roll: Double, place: Rect) throws {
        let size = PixelSize(width: 40, height: 20)
        var face = Feature.face(eyes: Point(x: 20, y: 10), distance: 4, roll: roll)
        face.rectangle = Rect(x: 10, y: 5, width: 4, height: 2)
        let plan = try CropPlanner.plan(features: [face], size: size, request: rotating(.source))
        #expect(plan.features(inOutputOf: plan.naturalSize).map(\.rectangle) == [place])
        let double = PixelSize(width: plan.naturalSize.width * 2, height: plan.naturalSize.height * 2)
        #expect(plan.features(inOutputOf: double).map(\.rectangle) == [place.scaled(x: 2, y: 2)])
    }

    @Test func tracksOfAnAnimationAreTurnedTogether() throws {
        let track = FeatureTrack(sightings: (0..<3).map { .init(time: Double($0), feature: face(90, x: 150 + 10 * Double($0))) })
        let request = rotating(.aspect(AspectRatio(1, 2)))
        let plan = try CropPlanner.plan(tracks: [track], size: Self.size, request: request) { nil }
        #expect(plan.outputTurn == .counterclockwise)
        #expect(plan.crop.size == PixelSize(width: 400, height: 200))
    }

    @Test func plansOfEarlierVersionsAreDecoded() throws {
        let plan = try plan([face(0)], CropRequest(width: 30, height: 20))
        var object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(plan)) as? [String: Any])
        (object["turn"], object["placement"]) = (nil, nil)
        let features = try #require(object["features"] as? [[String: Any]])
        object["features"] = features.map { $0.filter { $0.key != "roll" } }
        let old = try JSONDecoder().decode(CropPlan.self, from: JSONSerialization.data(withJSONObject: object))
        #expect(old.turn == nil && old.outputTurn == nil && old.placement == nil && old.aligned == nil)
        #expect(old.crop == plan.crop && old.features.map(\.feature) == plan.features.map(\.feature))
        #expect(old.features.map(\.roll) == [nil])
    }
}
