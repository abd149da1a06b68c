import TestSupport
import Testing

@testable import BoundedCrop

@Suite("A face that is larger than the crop") struct CloseUpTests {
    private static let size = PixelSize(width: 1600, height: 1200)

    /// A face that fills the picture: the eyes at 480 and the mouth at 860, in a rectangle from 150 to 1100.
    private static func face(roll: Double = 0, landmarks: Bool = true) -> Feature {
        var face = Feature(Rect(x: 450, y: 150, width: 700, height: 950))
        if landmarks {
            face.landmarks = Landmarks(
                rightEye: Point(x: 650, y: 480),
                leftEye: Point(x: 950, y: 480),
                noseTip: Point(x: 800, y: 680),
                rightMouthCorner: Point(x: 680, y: 860),
                leftMouthCorner: Point(x: 920, y: 860)
            )
        }
        return face
    }

    private func plan(_ features: [Feature], _ aspect: AspectRatio, in size: PixelSize = Self.size) throws -> CropPlan {
        try CropPlanner.plan(features: features, size: size, request: CropRequest(.aspect(aspect)))
    }

    /// 900 rows: up to the chin at 1100.
    @Test("the chin is shown, and as much above it as fits") func chin() throws {
        let plan = try plan([Self.face()], AspectRatio(16, 9))
        #expect(plan.reason == .closeUp && plan.features.map(\.kept) == [false])
        #expect(plan.crop == PixelRect(x: 0, y: 200, width: 1600, height: 900))
    }

    /// 533 rows, of which 380 are from the eyes to the mouth: both with what margin there is, two thirds of it for the lips.
    @Test("eyes and mouth come before the chin") func eyes() throws {
        let plan = try plan([Self.face()], AspectRatio(3, 1))
        #expect(plan.crop.height == 533)
        #expect(plan.crop.y <= 480 - 50 && plan.crop.y + plan.crop.height >= 860 + 100)
    }

    @Test("without landmarks, the proportions of a face say where they are") func proportions() throws {
        let plan = try plan([Self.face(landmarks: false)], AspectRatio(3, 1))
        #expect(plan.reason == .closeUp)
        // At 40% and 78% of the rectangle.
        #expect(plan.crop.rect.minY < 530 && plan.crop.rect.maxY > 891)
    }

    @Test("landmarks that cannot be those of the face are not believed") func elsewhere() throws {
        var odd = Self.face()
        for place in [Point(x: 0, y: 0), Point(x: 1e12, y: -1e12), Point(x: .nan, y: 1), Point(x: 800, y: 500)] {
            odd.landmarks = Landmarks(rightEye: place, leftEye: place, noseTip: place, rightMouthCorner: place, leftMouthCorner: place)
            #expect(try plan([odd], AspectRatio(3, 1)).crop == plan([Self.face(landmarks: false)], AspectRatio(3, 1)).crop)
        }
    }

    /// Lying on its side, with the top of the head on the left.
    @Test("a lying face is framed along its own direction") func lying() throws {
        let upright = Self.face()
        func turned(_ point: Point) -> Point { Point(x: point.y, y: 1600 - point.x) }
        var face = Feature(Rect(x: 150, y: 450, width: 950, height: 700))
        face.landmarks = upright.landmarks?.map(turned)
        let plan = try plan([face], AspectRatio(1, 3), in: PixelSize(width: 1200, height: 1600))
        #expect(plan.reason == .closeUp && plan.crop.width == 533)
        #expect(plan.crop.x <= 480 - 50 && plan.crop.x + plan.crop.width >= 860 + 100)
    }

    @Test("across the face, its middle is shown") func across() throws {
        let plan = try plan([Self.face()], AspectRatio(1, 3))
        #expect(plan.crop.width == 400 && plan.crop.x == 600)
    }

    @Test("eyes and mouth are whole wherever a crop can hold them", arguments: [3, 16, 9, 5, 12])
    func invariant(height: Int) throws {
        var generator = SeededGenerator(seed: UInt64(height))
        for _ in 0..<2000 {
            let size = PixelSize(width: .random(in: 100...800, using: &generator), height: .random(in: 100...800, using: &generator))
            let distance = Double.random(in: 20...150, using: &generator)
            let eyes = Point(
                x: .random(in: 0...Double(size.width), using: &generator),
                y: .random(in: 0...Double(size.height), using: &generator)
            )
            let face = Feature.face(eyes: eyes, distance: distance, roll: .random(in: -180...180, using: &generator))
            let plan = try plan([face], AspectRatio(16, height), in: size)
            let points = face.eyesAndMouth
            let seen = [points.eyes.one, points.eyes.other, points.mouth.one, points.mouth.other]
                .filter { size.bounds.contains(Rect(x: $0.x, y: $0.y, width: 0, height: 0)) }
            guard seen.count == 4, plan.features.count == 1 else { continue }
            let (across, down) = (seen.map(\.x), seen.map(\.y))
            guard let low = across.min(), let high = across.max(), let top = down.min(), let bottom = down.max(),
                high - low < Double(plan.crop.width) - 2, bottom - top < Double(plan.crop.height) - 2
            else { continue }
            #expect(plan.crop.rect.minX <= low && plan.crop.rect.maxX >= high, "\(face) \(plan.crop)")
            #expect(plan.crop.rect.minY <= top && plan.crop.rect.maxY >= bottom, "\(face) \(plan.crop)")
        }
    }

    /// 300 rows, of which eyes and mouth would take 380.
    @Test("a crop that is too low for both shows the eyes") func eyesAlone() throws {
        let crop = try plan([Self.face()], AspectRatio(16, 3)).crop
        #expect(crop.y <= 480 - 60 && crop.y + crop.height >= 480 + 60)
    }

    /// The mouth of the first sighting is at 860, the eyes of the second at 600: 380 and 120 rows of 533.
    @Test("eyes and mouths of a moving face are held together") func moving() throws {
        var lower = Self.face()
        lower.rectangle = lower.rectangle.moved(x: 0, y: 50)
        lower.landmarks = lower.landmarks?.map { Point(x: $0.x, y: $0.y + 120) }
        let track = FeatureTrack(sightings: [.init(time: 0, feature: Self.face()), .init(time: 1, feature: lower)])
        let request = CropRequest(.aspect(AspectRatio(3, 1)))
        let crop = try CropPlanner.plan(tracks: [track], size: Self.size, request: request) { nil }.crop
        #expect(crop.y <= 480 && crop.y + crop.height >= 980)
    }

    @Test("a close-up of a lying face is turned") func turned() throws {
        func lying(_ point: Point) -> Point { Point(x: point.y, y: 1600 - point.x) }
        var face = Feature(Rect(x: 150, y: 450, width: 950, height: 700))
        face.landmarks = Self.face().landmarks?.map(lying)
        for aspect in [AspectRatio(3, 1), AspectRatio(16, 9), AspectRatio(1, 1), AspectRatio(1, 3)] {
            var request = CropRequest(.aspect(aspect))
            request.rotatesToFaces = true
            let plan = try CropPlanner.plan(features: [face], size: PixelSize(width: 1200, height: 1600), request: request)
            #expect(plan.outputTurn == .clockwise && plan.turn == .clockwise, "\(aspect): \(plan.reason)")
        }
    }

    /// 900 rows: the smaller one does not fit besides, but its eyes and mouth do, if the chin of the larger one gives way.
    @Test("eyes and mouth of somebody else come before the chin") func others() throws {
        let small = Feature(Rect(x: 1200, y: 20, width: 300, height: 300))
        let plan = try plan([Self.face(), small], AspectRatio(16, 9))
        #expect(plan.reason == .closeUp && plan.crop.y <= 120 && plan.crop.y + plan.crop.height >= 860 + 114)
    }
}
