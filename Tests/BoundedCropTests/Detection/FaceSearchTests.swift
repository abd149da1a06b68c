import PictureSupport
import Synchronization
import TestSupport
import Testing

@testable import BoundedCrop

/// Faces that one run of the network does not find.
@Suite(.timeLimit(.minutes(15))) struct FaceSearchTests {
    /// A picture that counts the copies made of it.
    private final class CountingPicture: Picture {
        let pixels: PixelBuffer
        private let sides = Mutex<[Int]>([])

        init(_ pixels: PixelBuffer) { self.pixels = pixels }

        var requested: [Int] { sides.withLock { $0 } }
        var size: PixelSize { pixels.size }

        func luma(longSide: Int) throws -> LumaPlane { try pixels.luma(longSide: longSide) }
        func pixels(longSide: Int) throws -> PixelBuffer {
            sides.withLock { $0.append(longSide) }
            return try pixels.pixels(longSide: longSide)
        }
        func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] { try pixels.pixels(of: cuts) }
    }

    private static func portrait() throws -> PixelBuffer { try Fixture.source("photos/obama.jpg").pixels(longSide: 600) }

    /// A face of this height at a place in a plain picture.
    private func scene(_ size: PixelSize, faceHeight: Int, at x: Int, _ y: Int) throws -> PixelBuffer {
        let upright = try Self.portrait()
        let face = try #require(try YuNetDetector().features(in: upright, accuracy: .low).first).rectangle
        let scale = Double(faceHeight) / face.height
        let head = try upright.resized(
            to: PixelSize(width: Int(Double(upright.width) * scale), height: Int(Double(upright.height) * scale))
        )
        var bytes = [UInt8](repeating: 128, count: size.area * 4)
        let columns = min(head.width, size.width - x)
        for row in 0..<min(head.height, size.height - y) {
            let (from, to) = (row * head.width * 4, ((y + row) * size.width + x) * 4)
            bytes.replaceSubrange(to..<to + columns * 4, with: head.bytes[from..<from + columns * 4])
        }
        for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    @Test(arguments: [(ImageOrientation.right, 90.0), (.down, 180), (.left, -90)], DetectionAccuracy.allCases)
    func aFaceIsFoundAtEveryQuarterTurn(turn: (ImageOrientation, Double), accuracy: DetectionAccuracy) throws {
        let upright = try Self.portrait()
        let face = try #require(try YuNetDetector().features(in: upright, accuracy: accuracy).first)
        let picture = try upright.oriented(turn.0)
        let found = try YuNetDetector().features(in: picture, accuracy: accuracy)
        #expect(found.count == 1)
        let seen = try #require(found.first)
        let back = seen.rectangle.intersectionOverUnion(face.turned(turn.0, in: upright.size).rectangle)
        #expect(back > 0.6)
        let roll = try #require(seen.roll) - turn.1 - (face.roll ?? 0)
        #expect(abs((roll + 540).truncatingRemainder(dividingBy: 360) - 180) < 15, "\(roll)")
    }

    @Test func aPictureWithAnUprightFaceTakesOneRun() throws {
        let picture = CountingPicture(try Self.portrait())
        #expect(try YuNetDetector().features(in: picture, accuracy: .low).count == 1)
        #expect(picture.requested == [480])
    }

    /// What a search is sure of, where the run on the smallest copy sees these faces and the one on the whole picture only the first. Closer
    /// views of this many pixels see a face with this score.
    private func sure(
        _ find: (FaceSearch) throws -> [Feature],
        of faces: [Feature],
        inViews views: [Int: Double],
        keepsAll: Bool = false
    ) throws -> [Rect] {
        let picture = PixelBuffer(size: PixelSize(width: 960, height: 720))
        let search = FaceSearch(picture: picture, keepsAll: keepsAll) { pixels in
            switch pixels.width {
            case FaceSearch.smallSide: faces.map { $0.scaled(x: 0.5, y: 0.5) }
            case picture.width: Array(faces.prefix(1))
            default: views[pixels.width].map { [Feature.inMiddle(of: pixels.size, confidence: $0)] } ?? []
            }
        }
        return try find(search).filter(\.isSure).strongest.map(\.rectangle)
    }

    private static let certain = Feature(Rect(x: 100, y: 100, width: 200, height: 200), confidence: 0.95)
    private static let likely = Feature(Rect(x: 700, y: 400, width: 100, height: 100), confidence: 0.8)

    /// High accuracy asks for more to confirm a face, but keeps what low accuracy found.
    @Test func `a face of low accuracy that only its own closer view confirms is one of high accuracy`() throws {
        let both = [Self.certain, Self.likely]
        #expect(try sure({ try $0.quick() }, of: both, inViews: [128: 0.5]) == both.map(\.rectangle))
        #expect(try sure({ try $0.thorough() }, of: both, inViews: [128: 0.5]) == both.map(\.rectangle))
    }

    @Test func `what a closer view denies beside a certain face is a face for hiding only`() throws {
        let both = [Self.certain, Self.likely]
        for find: (FaceSearch) throws -> [Feature] in [{ try $0.quick() }, { try $0.thorough() }] {
            #expect(try sure(find, of: both, inViews: [:]) == [Self.certain.rectangle])
            #expect(try sure(find, of: both, inViews: [128: 0.3]) == [Self.certain.rectangle])
            #expect(try sure(find, of: both, inViews: [:], keepsAll: true) == both.map(\.rectangle))
        }
    }

    @Test func `without a certain face, nothing is denied`() throws {
        for find: (FaceSearch) throws -> [Feature] in [{ try $0.quick() }, { try $0.thorough() }] {
            #expect(try sure(find, of: [Self.likely], inViews: [:]) == [Self.likely.rectangle])
        }
    }

    @Test(arguments: [(40, 40), (770, 480), (1500, 900), (860, 60)])
    func highAccuracyFindsFacesOfAFiftiethOfAPicture(x: Int, y: Int) throws {
        let picture = try scene(PixelSize(width: 1600, height: 1000), faceHeight: 32, at: x, y)
        let found = try YuNetDetector().features(in: picture, accuracy: .high)
        #expect(found.count == 1)
        #expect((found.first?.rectangle).map { $0.minX >= Double(x) && $0.minY >= Double(y) && (20...45).contains($0.height) } == true)
    }

    /// The tiles of high accuracy meet in the middle.
    @Test(arguments: [90, 200, 300]) func aFaceThatTilesShareIsFoundOnce(height: Int) throws {
        let picture = try scene(PixelSize(width: 1600, height: 1200), faceHeight: height, at: 800 - height, 600 - height)
        #expect(try YuNetDetector().features(in: picture, accuracy: .high).count == 1)
    }

    @Test(arguments: [(1000, 1000), (1001, 700), (1440, 1080), (1080, 1440), (1440, 1), (1, 1440), (1440, 800), (1440, 801)])
    func tilesCoverAPictureAndOverlap(width: Int, height: Int) {
        let size = PixelSize(width: width, height: height)
        let parts = FaceTiles(of: size).parts
        #expect(parts.count == (size.longSide > 1000 ? (width > 800 ? 2 : 1) * (height > 800 ? 2 : 1) : 1))
        #expect(parts.allSatisfy { size.bounds.contains($0.rect) })
        for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width / 2, height / 2)] {
            let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
            #expect(parts.contains { $0.rect.contains(pixel) })
        }
        if width > 1000 { #expect((parts.first?.width ?? 0) >= width * 9 / 16) }
    }

    @Test func partsOfAFaceLieInItsBox() throws {
        let face = Feature.face(eyes: Point(x: 100, y: 100), distance: 40)
        for roll in stride(from: -180.0, through: 180, by: 30) {
            let turned = Feature.face(eyes: Point(x: 100, y: 100), distance: 40, roll: roll)
            #expect(turned.landmarks?.areThoseOfAFace(of: turned.rectangle) == true)
        }
        let landmarks = try #require(face.landmarks)
        func expectNone(_ change: (inout Landmarks) -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
            var changed = landmarks
            change(&changed)
            #expect(!changed.areThoseOfAFace(of: face.rectangle), sourceLocation: sourceLocation)
        }
        expectNone { $0.leftEye = $0.rightEye }
        expectNone { $0.leftEye.x += 100 }
        expectNone { $0.noseTip.x += 60 }
        expectNone { $0.noseTip.x = .nan }
        expectNone { $0.leftEye.y = .infinity }
        expectNone { landmarks in
            landmarks.rightMouthCorner.y = 300
            landmarks.leftMouthCorner.y = 300
        }
        // The mouth is upside down to the eyes.
        expectNone { swap(&$0.leftMouthCorner, &$0.rightMouthCorner) }
        #expect(!landmarks.areThoseOfAFace(of: Rect(x: 0, y: 0, width: 0, height: 0)))
    }

    @Test func anUnsureFaceDoesNotOutweighASureOneThatIsSmaller() {
        func weight(_ side: Double, _ confidence: Double) -> Double {
            Feature(Rect(x: 0, y: 0, width: side, height: side), confidence: confidence).weight
        }
        #expect(weight(110, 0.3) < weight(100, 0.9) && weight(109, 0.5) < weight(100, 0.9))
        // Of sure faces, the size decides.
        #expect(weight(102, 0.8) > weight(100, 1))
        #expect(weight(10, 0) == 0 && weight(10, -1) == 0 && weight(10, .nan) == 0 && weight(10, 7) == 100)
        let weights = stride(from: 0, through: 1, by: 0.01).map { weight(10, $0) }
        #expect(zip(weights, weights.dropFirst()).allSatisfy { $0 < $1 })
    }
}

extension Feature {
    /// A face of a fifth of a square's side.
    static func inMiddle(of size: PixelSize, confidence: Double) -> Feature {
        let (width, height) = (Double(size.width), Double(size.height))
        return Feature(Rect(x: 0.4 * width, y: 0.4 * height, width: width / 5, height: height / 5), confidence: confidence)
    }

    /// This feature of a stored picture in its upright version.
    fileprivate func turned(_ orientation: ImageOrientation, in stored: PixelSize) -> Feature {
        let inverse: ImageOrientation = orientation == .right ? .left : orientation == .left ? .right : orientation
        return turnedBack(inverse, in: stored)
    }
}
