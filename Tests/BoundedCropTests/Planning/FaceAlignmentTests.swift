import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

@Suite(.timeLimit(.minutes(15))) struct FaceAlignmentTests {
    private static let size = PixelSize(width: 1000, height: 1000)
    private static let face = Feature.face(eyes: Point(x: 500, y: 400), distance: 100)
    /// A quarter of the width between the eyes, which are an eighth of the height above the middle.
    private static let quarter = FaceAlignment(eyeLine: 0.375, scale: .eyeDistance(0.25))

    private func request(_ alignment: FaceAlignment, _ aspect: AspectRatio = AspectRatio(1, 1)) -> CropRequest {
        var request = CropRequest(.aspect(aspect))
        request.alignment = alignment
        return request
    }

    private func plan(_ features: [Feature], _ request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(features: features, size: Self.size, request: request)
    }

    @Test func theEyesAreWhereTheyWereAskedFor() throws {
        let plan = try plan([Self.face], request(Self.quarter))
        #expect(plan.reason == .aligned)
        #expect(plan.aligned == AlignedFrame(center: Point(x: 500, y: 450), width: 400, height: 400, angle: 0))
        #expect(plan.crop == PixelRect(x: 300, y: 250, width: 400, height: 400))
        #expect(plan.features.map(\.kept) == [true])
        #expect(plan.naturalSize == PixelSize(width: 400, height: 400))
    }

    /// The face's down is the picture's left.
    @Test func aTurnedFaceTurnsTheFrame() throws {
        let face = Feature.face(eyes: Point(x: 500, y: 400), distance: 100, roll: 90)
        let frame = try #require(try plan([face], request(Self.quarter)).aligned)
        #expect(frame == AlignedFrame(center: Point(x: 450, y: 400), width: 400, height: 400, angle: 90))
    }

    @Test(arguments: [0.0, 12.5, -33, 90, 137, 180], [Self.quarter, .passport, .avatar]) func theEyesAreLevel(
        roll: Double,
        alignment: FaceAlignment
    ) throws {
        var alignment = alignment
        alignment.fill = .color(.white)
        let face = Feature.face(eyes: Point(x: 480, y: 510), distance: 60, roll: roll)
        let plan = try plan([face], request(alignment, AspectRatio(35, 45)))
        let frame = try #require(plan.aligned)
        let landmarks = try #require(face.landmarks)
        let (right, left) = (frame.share(landmarks.rightEye), frame.share(landmarks.leftEye))
        #expect(abs(right.y - alignment.eyeLine) < 1e-9 && abs(left.y - alignment.eyeLine) < 1e-9)
        #expect(abs(right.x + left.x - 1) < 1e-9 && left.x > right.x)
        switch alignment.scale {
        case .eyeDistance(let share): #expect(abs(left.x - right.x - share) < 1e-9)
        case .headHeight(let share): #expect(abs(3.6 * 60 / frame.height - share) < 1e-9)
        }
        let corner = frame.share(frame.point(Point(x: 0.2, y: 0.7)))
        #expect(abs(corner.x - 0.2) < 1e-9 && abs(corner.y - 0.7) < 1e-9)
    }

    @Test func theSchemeChoosesTheFace() throws {
        let faces = [
            Feature.face(eyes: Point(x: 300, y: 500), distance: 50, confidence: 0.5),
            Feature.face(eyes: Point(x: 600, y: 500), distance: 50, confidence: 0.9),
            Feature.face(eyes: Point(x: 500, y: 400), distance: 20),
            Feature(Rect(x: 0, y: 0, width: 900, height: 900)),
        ]
        var request = request(Self.quarter)
        #expect(try plan(faces, request).aligned?.center.x == 600)
        request.scheme = .smallest
        #expect(try plan(faces, request).aligned?.center.x == 500)
    }

    @Test func itIsAnErrorIfThereAreNoEyes() {
        let unknown = Feature(Rect(x: 400, y: 400, width: 100, height: 100))
        let tiny = Feature.face(eyes: Point(x: 500, y: 400), distance: 0.5)
        var broken = Self.face
        broken.landmarks?.noseTip.x = .nan
        expectError(.noFeatureFound, saying: "no face") { _ = try plan([], request(.avatar)) }
        for feature in [unknown, tiny, broken] {
            expectError(.noFeatureFound, saying: "landmarks") { _ = try plan([feature], request(.avatar)) }
        }
    }

    /// The frame is 400 wide around 100.
    @Test func emptyEdgesAreAnErrorUnlessTheyAreFilled() throws {
        let face = Feature.face(eyes: Point(x: 100, y: 400), distance: 100)
        expectError(.invalidArgument, saying: "100 pixels beyond") { _ = try self.plan([face], request(Self.quarter)) }
        for (x, text) in [(100.75, "100 pixels beyond"), (99.5, "101 pixels beyond"), (199.5, "1 pixel beyond")] {
            let face = Feature.face(eyes: Point(x: x, y: 400), distance: 100)
            expectError(.invalidArgument, saying: text) { _ = try self.plan([face], request(Self.quarter)) }
        }
        var alignment = Self.quarter
        alignment.fill = .color(.white)
        let plan = try plan([face], request(alignment))
        #expect(plan.crop == PixelRect(x: 0, y: 250, width: 300, height: 400))
        #expect(plan.naturalSize == PixelSize(width: 400, height: 400))
    }

    @Test func aFrameMayFillThePictureExactly() throws {
        let face = Feature.face(eyes: Point(x: 500, y: 375), distance: 250)
        let plan = try plan([face], request(Self.quarter))
        #expect(plan.crop == PixelRect(x: 0, y: 0, width: 1000, height: 1000))
    }

    @Test func framesThatNoPictureHasAreRefused() {
        var alignment = FaceAlignment(eyeLine: 0.5, scale: .headHeight(0.05), fill: .color(.white))
        let wide = request(alignment, AspectRatio(1_000_000, 1))
        expectError(.invalidArgument) { _ = try plan([Self.face], wide) }
        alignment.fill = nil
        expectError(.invalidArgument) { _ = try plan([Self.face], request(alignment, AspectRatio(1, 1_000_000))) }
        let outside = Feature(
            Rect(x: 0, y: 0, width: 50, height: 50),
            landmarks: Feature.face(eyes: Point(x: 1e8, y: 1e8), distance: 100).landmarks
        )
        expectError(.invalidArgument, saying: "outside") { _ = try plan([outside], request(.avatar)) }
    }

    @Test(arguments: [
        FaceAlignment(eyeLine: .nan, scale: .eyeDistance(0.3)), FaceAlignment(eyeLine: -0.1, scale: .eyeDistance(0.3)),
        FaceAlignment(eyeLine: 1.1, scale: .eyeDistance(0.3)), FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(0)),
        FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(-1)), FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(1.5)),
        FaceAlignment(eyeLine: 0.5, scale: .headHeight(0)), FaceAlignment(eyeLine: 0.5, scale: .headHeight(6)),
        FaceAlignment(eyeLine: 0.5, scale: .headHeight(.infinity)),
        FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(0.3), horizontal: .nan),
        FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(0.3), horizontal: 2),
    ])
    func sharesOutOfRangeAreRefused(alignment: FaceAlignment) {
        expectError(.invalidArgument, saying: "alignment") { _ = try plan([Self.face], request(alignment)) }
    }

    @Test func whatDoesNotGoTogetherIsRefused() {
        func changed(_ change: (inout CropRequest) -> Void) -> CropRequest {
            var request = request(.avatar)
            change(&request)
            return request
        }
        let requests = [changed { $0.zoom = .init(fill: 0.5) }, changed { $0.detectsFeatures = false }]
        for request in requests { expectError(.invalidArgument, saying: "cannot be used together") { _ = try plan([Self.face], request) } }
        let track = FeatureTrack(sightings: [.init(time: 0, feature: Self.face)])
        expectError(.invalidArgument, saying: "animation") {
            _ = try CropPlanner.plan(tracks: [track], size: Self.size, request: request(.avatar)) { nil }
        }
    }

    @Test func fillsAreColorsOrTheBackground() throws {
        #expect(EdgeFill("edge") == .edge && EdgeFill("#ffffff") == .color(.white))
        #expect(FaceAlignment.passport.fill == .edge && FaceAlignment.avatar.fill == nil)
        // The text says nothing of the fill.
        var white = FaceAlignment.passport
        white.fill = .color(.white)
        #expect(white.text == "passport")
        for text in ["", "Background", "blurred", "#12"] { #expect(EdgeFill(text) == nil) }
        for fill in [EdgeFill.edge, .color(.black), .color(.clear)] {
            #expect(EdgeFill(fill.description) == fill)
            #expect(try JSONDecoder().decode(EdgeFill.self, from: JSONEncoder().encode(fill)) == fill)
        }
    }

    @Test func textsNamePresetsAndShares() {
        #expect(FaceAlignment("passport") == .passport && FaceAlignment("avatar") == .avatar)
        #expect(FaceAlignment("45%,30%") == FaceAlignment(eyeLine: 0.45, scale: .eyeDistance(0.3)))
        #expect(FaceAlignment("0.45,0.3,60%") == FaceAlignment(eyeLine: 0.45, scale: .eyeDistance(0.3), horizontal: 0.6))
        let wrong = [
            "", "Passport", "passport ", "45%", "45%,30%,50%,1", "45%,0%", "45%,", ",30%", "nan,0.3", "inf,0.3", "-0.1,0.3", "1e-1,0.3",
            "0x1,0.3", "101%,30%", "45%%,30%", "45,30",
        ]
        for text in wrong { #expect(FaceAlignment(text) == nil, "\(text)") }
    }
}
