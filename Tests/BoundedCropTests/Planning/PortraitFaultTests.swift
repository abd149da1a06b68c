import Testing

@testable import BoundedCrop

/// What is said of photos for documents.
@Suite struct PortraitFaultTests {
    private static let size = PixelSize(width: 1000, height: 1000)
    private static let output = PixelSize(width: 413, height: 531)
    private static let middle = Point(x: 500, y: 450)

    private func found(_ faces: [Feature], enlargement: Double? = nil) throws -> [(fault: PortraitFault, sentence: String)] {
        var request = CropRequest(.size(Self.output))
        request.alignment = .passport
        let plan = try CropPlanner.plan(features: faces, size: Self.size, request: request)
        return PortraitFault.found(in: plan, .passport, size: Self.output, enlargement: enlargement)
    }

    private func faults(roll: Double = 0, aside: Double = 0, enlargement: Double? = nil) throws -> [PortraitFault] {
        try found([.face(eyes: Self.middle, distance: 70, roll: roll, aside: aside)], enlargement: enlargement).map(\.fault)
    }

    @Test(
        arguments: [
            (0, false), (7.9, false), (-7.9, false), (8.1, true), (-8.1, true), (20, true), (45, true), (90, false), (-90, false),
            (180, false), (81, true), (99, true), (170, true),
        ] as [(Double, Bool)]
    )
    func `a head is tilted by more than eight degrees, however the photo lies`(roll: Double, isTilted: Bool) throws {
        #expect(try faults(roll: roll) == (isTilted ? [.tilted] : []))
    }

    @Test(arguments: [0.0, 30, 90, -90, 180], [(0.0, false), (0.11, false), (-0.11, false), (0.13, true), (-0.13, true), (0.6, true)])
    func `a face is turned if the nose is off the middle between the eyes`(roll: Double, nose: (aside: Double, isTurned: Bool)) throws {
        #expect(try faults(roll: roll, aside: nose.aside).contains(.turned) == nose.isTurned)
    }

    /// The distance of the eyes is 70, so the crown is estimated 126 pixels above them.
    @Test(arguments: [
        (Point(x: 500, y: 112), 0.0, false), (Point(x: 500, y: 105), 0, true), (Point(x: 500, y: 895), 0, true),
        (Point(x: 500, y: 880), 0, false),
        (Point(x: 75, y: 450), 0, false), (Point(x: 65, y: 450), 0, true), (Point(x: 105, y: 450), 90, true),
        (Point(x: 500, y: 75), 90, false),
    ])
    func `a head is cut by the edge of the picture`(eyes: Point, roll: Double, isCut: Bool) throws {
        let found = try found([.face(eyes: eyes, distance: 70, roll: roll)])
        #expect(found.map(\.fault) == (isCut ? [.cut] : []))
        #expect(found.allSatisfy { $0.sentence == "the head is cut by the edge of the picture" })
    }

    @Test func `a photo of which much is beyond the picture is told`() throws {
        // A head of 720 pixels takes three quarters of the height of the frame.
        let found = try found([.face(eyes: Point(x: 400, y: 500), distance: 200)])
        #expect(found.isEmpty)
        let large = try self.found([.face(eyes: Point(x: 265, y: 500), distance: 250)])
        #expect(large.map(\.fault) == [.cut] && large[0].sentence.contains("% of the photo are beyond the edge"), "\(large)")
    }

    @Test func `other faces in the crop are told, not those beside it`() throws {
        let face = Feature.face(eyes: Self.middle, distance: 70)
        let (near, far) = (Feature.face(eyes: Point(x: 610, y: 560), distance: 20), Feature.face(eyes: Point(x: 900, y: 100), distance: 20))
        #expect(try found([face, far]).isEmpty)
        let both = try found([face, near, far])
        #expect(both.map(\.fault) == [.several] && both[0].sentence == "the crop shows 2 faces")
        // What is no face is no other person.
        var region = near
        (region.kind, region.landmarks) = (.region, nil)
        #expect(try found([face, region]).isEmpty)
    }

    @Test func `the face that the crop is made around counts`() throws {
        let straight = Feature.face(eyes: Self.middle, distance: 70)
        let tilted = Feature.face(eyes: Point(x: 520, y: 600), distance: 15, roll: 30, aside: 0.5)
        #expect(try found([tilted, straight]).map(\.fault) == [.several])
    }

    @Test func `enlarging is told with its factor, and several faults together`() throws {
        #expect(try faults(enlargement: 2.5) == [.enlarged])
        let all = try found([.face(eyes: Self.middle, distance: 70, roll: 12, aside: -0.2)], enlargement: 1.3)
        #expect(all.map(\.fault) == [.tilted, .turned, .enlarged])
        let sentences = [
            "the head is tilted by 12°, so the shoulders are not level",
            "the face is turned to a side: the nose is 20% of the eyes' distance off their middle",
            "the picture has too few pixels: it is enlarged 1.3 times",
        ]
        #expect(all.map(\.sentence) == sentences)
    }

    @Test func `of a crop that is not aligned, pose and place are not checked, but pixels and faces are`() throws {
        let face = Feature.face(eyes: Self.middle, distance: 70, roll: 30, aside: 0.5)
        let plan = try CropPlanner.plan(features: [face, face], size: Self.size, request: CropRequest(.size(Self.output)))
        #expect(PortraitFault.found(in: plan, .passport, size: Self.output, enlargement: 3).map(\.fault) == [.several, .enlarged])
        #expect(PortraitFault.found(in: plan, .passport, size: Self.output, enlargement: nil).map(\.fault) == [.several])
    }
}
