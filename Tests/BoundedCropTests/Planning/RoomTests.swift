import TestSupport
import Testing

@testable import BoundedCrop

/// Crops that are smaller than the largest of their shape, and crops of one feature by its size.
@Suite struct RoomTests {
    private static let size = PixelSize(width: 1000, height: 800)

    private func plan(_ faces: [Rect], _ change: (inout CropRequest) -> Void) throws -> CropPlan {
        var request = CropRequest(.source)
        (request.padding, request.placement) = (.zero, .center)
        change(&request)
        return try CropPlanner.plan(features: faces.map { Feature($0) }, size: Self.size, request: request)
    }

    @Test func aRoomOfPixelsIsTheSizeOfTheCrop() throws {
        let face = Rect(x: 700, y: 100, width: 80, height: 80)
        let plan = try plan([face]) { $0.room = .pixels(PixelSize(width: 300, height: 200)) }
        #expect(plan.crop == PixelRect(x: 590, y: 40, width: 300, height: 200))
        #expect(plan.reason == .bounds)
    }

    @Test func aShapeIsTheLargestInsideTheRoom() throws {
        let plan = try plan([]) {
            $0.room = .pixels(PixelSize(width: 300, height: 200))
            $0.shape = .aspect(AspectRatio(1, 1))
            $0.fallback = .center
        }
        #expect(plan.crop == PixelRect(x: 400, y: 300, width: 200, height: 200))
    }

    @Test func aRoomNeverExceedsThePicture() throws {
        let plan = try plan([]) { $0.room = .pixels(PixelSize(width: 5000, height: 200)) }
        #expect(plan.crop.size == PixelSize(width: 1000, height: 200))
    }

    @Test func aMagnifiedCropIsTheLargestDividedByTheFactor() throws {
        let face = Rect(x: 10, y: 10, width: 50, height: 50)
        let plan = try plan([face]) { ($0.room, $0.shape) = (.magnified(4), .aspect(AspectRatio(1, 1))) }
        #expect(plan.crop == PixelRect(x: 0, y: 0, width: 200, height: 200))
    }

    /// Along each side alone, both pairs of these faces fit; only one pair fits along both.
    @Test func ofFacesThatDoNotAllFitThoseThatFitTogetherAreKept() throws {
        let faces = [
            Rect(x: 0, y: 0, width: 60, height: 60), Rect(x: 900, y: 700, width: 60, height: 60),
            Rect(x: 820, y: 700, width: 60, height: 60),
        ]
        let plan = try plan(faces) { $0.room = .pixels(PixelSize(width: 200, height: 100)) }
        #expect(plan.reason == .bestFaces)
        #expect(plan.features.map(\.kept) == [false, true, true])
    }

    /// The first face is alone in its rows and shares its columns with nobody; the greatest weight in rows and in columns belongs to others.
    @Test func aPlaceThatIsBestAlongBothSidesIsFoundInEitherOrder() throws {
        let faces = [
            Rect(x: 100, y: 50, width: 50, height: 50), Rect(x: 100, y: 700, width: 50, height: 50),
            Rect(x: 600, y: 400, width: 60, height: 60),
        ]
        for order in [faces, faces.reversed()] {
            let plan = try plan(order) { $0.room = .pixels(PixelSize(width: 150, height: 150)) }
            #expect(plan.features.contains { $0.kept })
        }
    }

    @Test(arguments: [1, 2, 3, 4, 1000]) func aRankChoosesAFeatureByItsSize(rank: Int) throws {
        let faces = [
            Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 300, y: 0, width: 30, height: 30), Rect(x: 600, y: 300, width: 20, height: 20),
        ]
        let plan = try plan(faces) { $0.rank = rank }
        let chosen = [1: faces[1], 2: faces[2], 3: faces[0]][rank]
        #expect(plan.features.map(\.feature.rectangle) == (chosen.map { [$0] } ?? faces))
    }

    @Test(arguments: [(0.0, 800), (0.5, 450), (1.0, 100)]) func tightnessIsBetweenTheLargestAndTheTightestCrop(
        tightness: Double,
        side: Int
    ) throws {
        let plan = try plan([Rect(x: 450, y: 350, width: 100, height: 100)]) {
            $0.shape = .aspect(AspectRatio(1, 1))
            $0.zoom = CropRequest.Zoom(fill: 1, tightness: tightness)
        }
        #expect(plan.crop.size == PixelSize(width: side, height: side))
    }

    @Test func valuesOutOfRangeAreRefused() {
        let changes: [(inout CropRequest) -> Void] = [
            { $0.room = .pixels(PixelSize(width: 0, height: 5)) }, { $0.room = .pixels(PixelSize(width: 5, height: -1)) },
            { $0.room = .magnified(0.5) }, { $0.room = .magnified(.nan) }, { $0.room = .magnified(101) }, { $0.rank = 0 },
            { $0.rank = -1 }, { $0.zoom = CropRequest.Zoom(fill: 1, tightness: -0.1) },
            { $0.zoom = CropRequest.Zoom(fill: 1, tightness: .nan) },
        ]
        for change in changes {
            #expect(throws: BoundedCropError.self) { try plan([], change) }
        }
    }

    @Test func everyValueIsInTheCacheKey() {
        let changes: [(inout CropRequest) -> Void] = [
            { _ in }, { $0.room = .pixels(PixelSize(width: 10, height: 20)) }, { $0.room = .pixels(PixelSize(width: 20, height: 10)) },
            { $0.room = .magnified(2) }, { $0.rank = 1 }, { $0.rank = 2 }, { $0.zoom = CropRequest.Zoom(fill: 1) },
            { $0.zoom = CropRequest.Zoom(fill: 1, tightness: 0.5) },
        ]
        let keys = changes.map { change in
            var request = CropRequest(.source)
            change(&request)
            return CropCacheKey(name: "a", request: request, detector: FixedFeatureDetector([Rect]()))
        }
        #expect(Set(keys).count == changes.count)
        #expect(Set(keys.map(\.description)).count == changes.count)
    }
}
