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
        private let parts = Mutex<[(PixelRect, PixelSize)]>([])

        init(_ pixels: PixelBuffer) { self.pixels = pixels }

        var requested: [Int] { sides.withLock { $0 } }
        var requestedParts: [(part: PixelRect, size: PixelSize)] { parts.withLock { $0 } }
        var size: PixelSize { pixels.size }

        func luma(longSide: Int) throws -> LumaPlane { try pixels.luma(longSide: longSide) }
        func pixels(longSide: Int) throws -> PixelBuffer {
            sides.withLock { $0.append(longSide) }
            return try pixels.pixels(longSide: longSide)
        }
        func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
            parts.withLock { $0.append((rectangle, size)) }
            return try pixels.pixels(of: rectangle, scaledTo: size)
        }
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

    @Test func `a face that YuNet is not sure of takes a run of CenterFace on a larger copy`() throws {
        let picture = CountingPicture(PixelBuffer(size: Self.size))
        _ = try FaceSearch(picture: picture, yuNet: Self.seeing([Self.likely]), centerFace: { _ in [] }).faces(at: .low)
        #expect(picture.requested.contains(640))
    }

    private static let size = PixelSize(width: 960, height: 720)
    private static let certain = face(at: 200, 0.95)
    private static let likely = face(at: 700, 0.7)

    private static func face(at x: Double, _ score: Double) -> Feature {
        .face(eyes: Point(x: x, y: 300), distance: 50, confidence: score)
    }

    /// A network that sees these faces of a picture of `size` in copies of the whole, however large, and nothing in turned ones.
    private static func seeing(_ faces: [Feature]) -> FaceSearch.Network {
        { pixels in
            guard abs(Double(pixels.width) / Double(pixels.height) - 4.0 / 3) < 0.01, !isTurned(pixels) else { return [] }
            return faces.map { $0.scaled(x: Double(pixels.width) / Double(size.width), y: Double(pixels.height) / Double(size.height)) }
        }
    }

    /// Whether a copy of `marked` is upside down.
    private static func isTurned(_ pixels: PixelBuffer) -> Bool { pixels.bytes[pixels.bytes.count - 4] > 128 }

    /// A black picture whose first pixels are white.
    private static func marked() throws -> PixelBuffer {
        let bytes = (0..<size.area).flatMap { pixel -> [UInt8] in
            let isMarked = pixel / size.width < 40 && pixel % size.width < 40
            return isMarked ? [255, 255, 255, 255] : [0, 0, 0, 255]
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// What a search is sure of, where the networks see these faces.
    private func sure(
        _ yuNet: [Feature],
        _ centerFace: [Feature],
        at accuracy: DetectionAccuracy,
        keepsAll: Bool = false
    ) throws -> [Double] {
        let search = FaceSearch(
            picture: try Self.marked(),
            keepsAll: keepsAll,
            yuNet: Self.seeing(yuNet),
            centerFace: Self.seeing(centerFace)
        )
        return try search.faces(at: accuracy).filter { $0.confidence >= 0.5 }.strongest.map { $0.rectangle.midX.rounded() }.sorted()
    }

    @Test(arguments: DetectionAccuracy.allCases) func `CenterFace decides what YuNet is not sure of`(accuracy: DetectionAccuracy) throws {
        #expect(try sure([Self.certain, Self.likely], [Self.certain, Self.likely], at: accuracy) == [200, 700])
        #expect(try sure([Self.certain, Self.face(at: 700, 0.4)], [Self.certain], at: accuracy) == [200])
        #expect(try sure([Self.face(at: 700, 0.3)], [Self.face(at: 700, 0.8)], at: accuracy) == [700])
    }

    @Test func `CenterFace finds what YuNet hardly sees`() throws {
        #expect(try sure([Self.face(at: 100, 0.12)], [Self.face(at: 700, 0.95)], at: .low) == [700])
    }

    @Test(arguments: [(DetectionAccuracy.low, 1.0), (.high, 1.5)])
    func `CenterFace looks closer at what is unclear, and only there`(accuracy: DetectionAccuracy, scale: Double) throws {
        let picture = CountingPicture(PixelBuffer(size: Self.size))
        let faces = Self.seeing([Self.certain, Self.face(at: 700, 0.4)])
        _ = try FaceSearch(picture: picture, yuNet: faces, centerFace: faces).faces(at: accuracy)
        let requested = picture.requestedParts
        #expect(requested.count == 1)
        let (part, size) = try #require(requested.first)
        #expect(part.rect.contains(Self.face(at: 700, 0.4).rectangle) && !part.rect.contains(Self.certain.rectangle))
        #expect(abs(Double(size.width) - scale * Double(part.width)) < 1)
    }

    @Test func `a closer run is not made where all is clear`() throws {
        let picture = CountingPicture(PixelBuffer(size: Self.size))
        let clear = [Self.certain, Self.face(at: 700, 0.97)]
        _ = try FaceSearch(picture: picture, yuNet: Self.seeing(clear), centerFace: Self.seeing(clear)).faces(at: .high)
        #expect(picture.requestedParts.isEmpty)
    }

    /// A picture without a face costs as little as one with a clear face.
    @Test func `a picture in which YuNet sees nothing takes one run`() throws {
        let runs = Mutex(0)
        let search = FaceSearch(
            picture: PixelBuffer(size: Self.size),
            yuNet: { _ in
                runs.withLock { $0 += 1 }
                return []
            },
            centerFace: { _ in [Self.face(at: 200, 0.95)] }
        )
        #expect(try search.faces(at: .low).isEmpty)
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `hiding asks both networks, also where YuNet is sure`() throws {
        #expect(try sure([Self.certain], [Self.certain, Self.face(at: 700, 0.9)], at: .high) == [200])
        #expect(try sure([Self.certain], [Self.certain, Self.face(at: 700, 0.9)], at: .high, keepsAll: true) == [200, 700])
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
    /// This feature of a stored picture in its upright version.
    fileprivate func turned(_ orientation: ImageOrientation, in stored: PixelSize) -> Feature {
        let inverse: ImageOrientation = orientation == .right ? .left : orientation == .left ? .right : orientation
        return turnedBack(inverse, in: stored)
    }
}
