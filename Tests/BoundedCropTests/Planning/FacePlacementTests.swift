import TestSupport
import Testing

@testable import BoundedCrop

@Suite(.timeLimit(.minutes(15))) struct FacePlacementTests {
    private static let wide = PixelSize(width: 1200, height: 400)
    private static let tall = PixelSize(width: 400, height: 1200)

    private func plan(
        _ features: [Feature],
        _ placement: CropRequest.Placement,
        in size: PixelSize = Self.wide,
        change: (inout CropRequest) -> Void = { _ in }
    ) throws -> CropPlan {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        request.padding = .zero
        request.placement = placement
        change(&request)
        return try CropPlanner.plan(features: features, size: size, request: request)
    }

    private func region(_ x: Double, width: Double = 100) -> Feature {
        Feature(Rect(x: x, y: 100, width: width, height: 100))
    }

    /// 550 is left of the picture's middle: 550 - 400 / 3. 750 is right of it: 750 - 800 / 3.
    @Test(arguments: [(500.0, 417), (700, 483), (20, 0), (1080, 800)])
    func thirdsTakeTheSideThatTheFaceIsOn(x: Double, start: Int) throws {
        let plan = try plan([region(x)], .thirds)
        #expect(plan.crop == PixelRect(x: start, y: 0, width: 400, height: 400))
        #expect(plan.placement == .thirds && plan.reason == .bounds)
    }

    /// The eyes are at 550; a face that looks to the left is on the right: 550 - 800 / 3.
    @Test(arguments: [(0.5, 417), (0.1, 417), (-0.1, 417), (-0.5, 283)])
    func aFaceTurnedAsideHasRoomInFrontOfIt(aside: Double, start: Int) throws {
        let face = Feature.face(eyes: Point(x: 550, y: 140), distance: 40, aside: aside)
        #expect(try plan([face], .thirds).crop.x == start)
    }

    /// The centered crop, 400..800, also holds the smaller face, which begins at 420.
    @Test func noFaceOfTheCenteredCropIsLost() throws {
        let features = [
            Feature(Rect(x: 500, y: 100, width: 200, height: 200)), Feature(Rect(x: 420, y: 100, width: 50, height: 50)),
        ]
        let plan = try plan(features, .thirds) { $0.scheme = .largest }
        #expect(plan.crop.x == 420)
        #expect(plan.features.map(\.kept) == [true, true])
    }

    @Test func aCropWithoutRoomStaysWhereItIs() throws {
        let centered = try plan([region(300, width: 400)], .center)
        let plan = try plan([region(300, width: 400)], .thirds)
        #expect(plan.crop == centered.crop && plan.placement == .center)
        #expect(centered.placement == nil)
    }

    /// The eyes are at 600, and 133 of 400 rows are above them.
    @Test func headroomPutsTheEyesAtAThird() throws {
        let face = Feature.face(eyes: Point(x: 200, y: 600), distance: 40)
        let plan = try plan([face], .headroom, in: Self.tall)
        #expect(plan.crop == PixelRect(x: 0, y: 467, width: 400, height: 400))
        #expect(plan.placement == .headroom)
    }

    @Test func headroomIsForAllShapes() throws {
        let face = Feature.face(eyes: Point(x: 200, y: 600), distance: 15)
        var request = CropRequest(.aspect(AspectRatio(2, 1)))
        (request.padding, request.placement) = (.zero, .headroom)
        let plan = try CropPlanner.plan(features: [face], size: Self.tall, request: request)
        #expect(plan.crop == PixelRect(x: 0, y: 533, width: 400, height: 200))
    }

    /// Eyes are at 40% of the rectangle of a face: 640 - 133.
    @Test func withoutLandmarksProportionsSayWhereTheEyesAre() throws {
        let unknown = Feature(Rect(x: 170, y: 600, width: 60, height: 60))
        #expect(try plan([unknown], .headroom, in: Self.tall).crop.y == 491)
    }

    @Test func headroomIsTheDefault() throws {
        let face = Feature.face(eyes: Point(x: 200, y: 600), distance: 40)
        let plan = try CropPlanner.plan(features: [face], size: Self.tall, request: CropRequest(width: 30, height: 30))
        #expect(plan.placement == .headroom && plan.crop.y == 467)
    }

    /// Shoulders and hands end 252, 284 and 315 below the eyes, of which a third of the sky above leaves room for 267. The eyes rise to a
    /// quarter at most.
    @Test(arguments: [(40.0, 467), (45, 484), (50, 500), (60, 500)]) func bodiesCountForMoreThanSky(distance: Double, start: Int) throws {
        let face = Feature.face(eyes: Point(x: 200, y: 600), distance: distance)
        #expect(try plan([face], .headroom, in: Self.tall).crop.y == start)
    }

    /// The face begins at 544; four tenths of its height above it, 64, stay in the crop.
    @Test func hairOfALargeFaceIsNotCut() throws {
        let face = Feature.face(eyes: Point(x: 200, y: 600), distance: 80)
        #expect(face.rectangle.minY == 544)
        #expect(try plan([face], .headroom, in: Self.tall).crop.y == 480)
    }

    /// 338 rows; face and padding would take 403 and 465. Below the chin remains as much as the padding, or as fits.
    @Test(arguments: [(260.0, 52.0), (300, 8)]) func whereOnlyTheFaceFitsTheChinHasRoomBeforeTheHair(height: Double, below: Double) throws {
        let face = Feature(Rect(x: 400, y: 300, width: 200, height: height))
        var request = CropRequest(.aspect(AspectRatio(1014, 338)))
        request.placement = .headroom
        let plan = try CropPlanner.plan(features: [face], size: PixelSize(width: 1014, height: 1000), request: request)
        #expect(plan.reason == .bestFaces && plan.crop.height == 338 && plan.features[0].kept)
        #expect(plan.crop.rect.maxY >= face.rectangle.maxY + below - 1)
        #expect(plan.crop.rect.minY <= face.rectangle.minY - 0.09 * height)
    }

    /// The other one is below the crop.
    @Test func peopleWhomTheCropCannotShowDoNotMoveIt() throws {
        let face = Feature(Rect(x: 450, y: 100, width: 100, height: 120))
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        (request.scheme, request.zoom) = (.largest, CropRequest.Zoom(fill: 0.4))
        let size = PixelSize(width: 1000, height: 1000)
        let alone = try CropPlanner.plan(features: [face], size: size, request: request).crop
        let other = Feature(Rect(x: 760, y: 850, width: 80, height: 80))
        #expect(try CropPlanner.plan(features: [face, other], size: size, request: request).crop == alone)
    }

    /// With the top of the head on the right, and on the left.
    @Test(arguments: [(90.0, 300), (-90, 500)]) func bodiesOfTurnedOutputsAreBelowTheFaceAsShown(roll: Double, start: Int) throws {
        let face = Feature.face(eyes: Point(x: 600, y: 200), distance: 60, roll: roll)
        #expect(try plan([face], .headroom) { $0.rotatesToFaces = true }.crop.x == start)
    }

    @Test func aCropThatCannotHoldAllFacesHasHeadroom() throws {
        let faces = [Feature.face(eyes: Point(x: 200, y: 300), distance: 20), Feature.face(eyes: Point(x: 200, y: 1100), distance: 15)]
        let plan = try plan(faces, .headroom, in: Self.tall)
        #expect(plan.reason == .bestFaces && plan.placement == .headroom && plan.features.map(\.kept) == [true, false])
        #expect(plan.crop == PixelRect(x: 0, y: 167, width: 400, height: 400))
    }

    /// With the eyes at a third, the crop would cut the other face, from 570 to 600.
    @Test func noFaceIsCutThatWasNot() throws {
        let (face, other) = (Feature(Rect(x: 180, y: 300, width: 40, height: 40)), Feature(Rect(x: 180, y: 570, width: 30, height: 30)))
        let plan = try plan([face, other], .headroom, in: Self.tall) { $0.scheme = .largest }
        #expect(try self.plan([face], .headroom, in: Self.tall).crop.y == 183)
        let centered = try self.plan([face, other], .center, in: Self.tall) { $0.scheme = .largest }
        #expect(plan.crop == centered.crop && plan.placement == .center)
    }

    @Test func whatIsNoFaceIsInTheCenter() throws {
        for kind in [Feature.Kind.region, .focalPoint, Feature.Kind(rawValue: "dog")] {
            let feature = Feature(Rect(x: 150, y: 600, width: 100, height: 100), kind: kind)
            let plan = try plan([feature], .headroom, in: Self.tall)
            #expect(plan.crop.y == 450 && plan.placement == .center)
        }
    }

    /// The eyes of both are at 500 in the mean.
    @Test func ofSeveralFacesTheMeanOfTheEyesCounts() throws {
        let faces = [480.0, 520].map { Feature.face(eyes: Point(x: 200, y: $0), distance: 20) }
        #expect(try plan(faces, .headroom, in: Self.tall).crop.y == 367)
    }

    /// The crop would show 40 pixels of the shoulder of somebody else, from 760 on; it moves out of their way.
    @Test func noHalfPersonIsLeftAtAnEdge() throws {
        let features = [
            Feature(Rect(x: 500, y: 100, width: 110, height: 110)), Feature(Rect(x: 820, y: 100, width: 60, height: 60)),
        ]
        let plan = try plan(features, .headroom) { $0.scheme = .largest }
        #expect(try self.plan(features, .center) { $0.scheme = .largest }.crop.x == 355)
        #expect(plan.crop.x == 355)
        let nearer = [features[0], Feature(Rect(x: 790, y: 100, width: 60, height: 60))]
        #expect(try self.plan(nearer, .headroom) { $0.scheme = .largest }.crop.x == 330)
    }

    /// Moving out of the way would take more than a tenth of the crop.
    @Test func theCropMovesALittleOrNotAtAll() throws {
        let features = [
            Feature(Rect(x: 500, y: 100, width: 110, height: 110)), Feature(Rect(x: 720, y: 100, width: 60, height: 60)),
        ]
        #expect(try plan(features, .headroom) { $0.scheme = .largest }.crop.x == 355)
    }

    /// The top of the head is on the right, so a third from the top is two thirds from the left: 600 - 267.
    @Test func aTurnedOutputIsPlacedAsItIsShown() throws {
        let face = Feature.face(eyes: Point(x: 600, y: 200), distance: 40, roll: 90)
        let plan = try plan([face], .headroom) { $0.rotatesToFaces = true }
        #expect(plan.outputTurn == .counterclockwise)
        #expect(plan.crop == PixelRect(x: 333, y: 0, width: 400, height: 400))
    }

    @Test func landmarksAnywhereDoNotMoveTheCropOffTheFace() throws {
        for eyes in [Point(x: -1e8, y: 5), Point(x: 1e12, y: -1e12), Point(x: 1e300, y: 0)] {
            for placement in CropRequest.Placement.allCases {
                var face = Feature.face(eyes: eyes, distance: 40, aside: 1e9)
                face.rectangle = Rect(x: 500, y: 100, width: 100, height: 100)
                let plan = try plan([face], placement)
                #expect(plan.crop.rect.contains(face.rectangle) && plan.size.bounds.contains(plan.crop.rect))
            }
        }
    }

    @Test(arguments: [CropRequest.Placement.thirds, .headroom]) func nothingIsPaidForAPlacement(placement: CropRequest.Placement) throws {
        var moved = 0
        var generator = SeededGenerator(seed: 5)
        for index in 0..<5000 {
            var example = PlanningCase.random(using: &generator, longest: 300)
            if index.isMultiple(of: 2) { example.request.zoom = CropRequest.Zoom(fill: 0.4) }
            for face in example.features.indices {
                let rectangle = example.features[face].rectangle
                let eyes = Point(x: rectangle.midX, y: rectangle.minY + rectangle.height * 0.4)
                let aside = Double.random(in: -0.5...0.5, using: &generator)
                example.features[face].landmarks = Feature.face(eyes: eyes, distance: rectangle.width / 2, aside: aside).landmarks
            }
            let centered = try example.plan()
            example.request.placement = placement
            let placed = try example.plan()
            #expect(placed.crop.size == centered.crop.size && placed.reason == centered.reason)
            #expect(placed.size.bounds.contains(placed.crop.rect))
            for (one, other) in zip(centered.features, placed.features) { #expect(!one.kept || other.kept, "\(example)") }
            if placed.reason == .bounds, let bounds = placed.bounds { #expect(placed.crop.rect.contains(bounds)) }
            #expect(try example.plan() == placed)
            if placed.crop != centered.crop { moved += 1 }
        }
        #expect(moved > 100)
    }
}
