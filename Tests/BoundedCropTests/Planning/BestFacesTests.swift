import BoundedCrop
import Testing

/// What a crop keeps if it cannot contain all faces.
@Suite struct BestFacesTests {
    private func plan(_ rectangles: [Rect], _ width: Int, _ height: Int, _ request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(features: rectangles.map { Feature($0) }, size: PixelSize(width: width, height: height), request: request)
    }

    /// The published counterexample to cropping around the centroid: the crop would be 150...250, which contains no face.
    @Test func keepsOneOfTwoDistantFacesRatherThanTheGap() throws {
        let faces = [100.0, 300].map { Rect(x: $0 - 20, y: 80, width: 40, height: 40) }
        let plan = try plan(faces, 400, 200, CropRequest(width: 100, height: 200))
        #expect(plan.reason == .bestFaces)
        #expect(plan.crop == PixelRect(x: 50, y: 0, width: 100, height: 200))
        #expect(plan.features.map(\.kept) == [true, false])
    }

    @Test func keepsTheLargerOfTwo() throws {
        let faces = [Rect(x: 80, y: 80, width: 40, height: 40), Rect(x: 279, y: 80, width: 42, height: 40)]
        let plan = try plan(faces, 400, 200, CropRequest(width: 100, height: 200))
        #expect(plan.features.map(\.kept) == [false, true])
        #expect(plan.crop == PixelRect(x: 250, y: 0, width: 100, height: 200))
    }

    @Test func keepsTheMoreConfidentOfTwoEqualFaces() throws {
        let faces = [(100.0, 0.9), (300, 0.95)].map { Feature(Rect(x: $0 - 20, y: 80, width: 40, height: 40), confidence: $1) }
        let size = PixelSize(width: 400, height: 200)
        let plan = try CropPlanner.plan(features: faces, size: size, request: CropRequest(width: 100, height: 200))
        #expect(plan.features.map(\.kept) == [false, true])
    }

    @Test func keepsTwoTogetherRatherThanALargerOneAlone() throws {
        let faces = [(20.0, 40.0), (70, 40), (300, 50)].map { Rect(x: $0, y: 80, width: $1, height: 40) }
        let plan = try plan(faces, 400, 200, CropRequest(width: 100, height: 200))
        #expect(plan.features.map(\.kept) == [true, true, false])
    }

    /// Padding is sacrificed before a face is.
    @Test func keepsAllFacesIfOnlyTheirPaddingDoesNotFit() throws {
        var request = CropRequest(width: 100, height: 200)
        request.padding = Padding(.pixels(30))
        let plan = try plan([Rect(x: 150, y: 80, width: 20, height: 20), Rect(x: 220, y: 80, width: 20, height: 20)], 400, 200, request)
        #expect(plan.reason == .bestFaces)
        #expect(plan.features.map(\.kept) == [true, true])
        #expect(plan.crop.x == 145)
    }

    /// The kept face stays whole even though centering it would cut its neighbor, which can be excluded entirely.
    @Test func excludesEntirelyWhatItCannotKeepWhole() throws {
        var request = CropRequest(width: 100, height: 200)
        request.padding = .zero
        let faces = [Rect(x: 100, y: 80, width: 60, height: 60), Rect(x: 175, y: 80, width: 50, height: 50)]
        let plan = try plan(faces, 400, 200, request)
        #expect(plan.features.map(\.kept) == [true, false])
        #expect(plan.crop.x == 75)
    }

    @Test func showsAsMuchAsPossibleOfAFaceLongerThanTheWindow() throws {
        let plan = try plan([Rect(x: 200, y: 20, width: 160, height: 160)], 400, 200, CropRequest(width: 100, height: 200))
        #expect(plan.reason == .closeUp)
        #expect(plan.features.map(\.kept) == [false])
        #expect(plan.crop == PixelRect(x: 230, y: 0, width: 100, height: 200))
    }

    @Test func droppedFacesAreReportedInTheDetectorsOrder() throws {
        let faces = [
            Rect(x: 350, y: 0, width: 20, height: 20), Rect(x: 10, y: 0, width: 80, height: 80), Rect(x: 200, y: 0, width: 9, height: 9),
        ]
        let plan = try plan(faces, 400, 200, CropRequest(width: 100, height: 200))
        #expect(plan.features.map(\.feature.rectangle) == faces)
        #expect(plan.features.map(\.kept) == [false, true, false])
    }

    @Test(arguments: [(BoundingScheme.largest, [true, false]), (.smallest, [false, true])])
    func aSchemeForOneFaceKeepsThatFace(scheme: BoundingScheme, kept: [Bool]) throws {
        var request = CropRequest(width: 100, height: 200)
        request.scheme = scheme
        let faces = [Rect(x: 10, y: 50, width: 60, height: 60), Rect(x: 300, y: 50, width: 30, height: 30)]
        #expect(try plan(faces, 400, 200, request).features.map(\.kept) == kept)
        #expect(try plan(faces, 400, 200, request).reason == .bounds)
    }
}
