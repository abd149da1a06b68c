import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Networks run by the program, from the picture to its features.
@Suite(.timeLimit(.minutes(15))) struct NetworkDetectorTests {
    private static let red = Rect(x: 80, y: 16, width: 16, height: 16)
    private static let blue = Rect(x: 16, y: 64, width: 16, height: 16)

    enum Shape {
        case yolox
        case yolov8
        case nanodet
        case ssdRows
        case ssdLists
        case yunet
        case scrfd
        case retinaface

        static let ofObjects: [Shape] = [.yolox, .yolov8, .nanodet, .ssdRows, .ssdLists]
        static let ofFaces: [Shape] = [.yunet, .scrfd, .retinaface]
        static let letterboxed: [Shape] = [.yolox, .yolov8] + ofFaces

        var network: TinyNetwork {
            switch self {
            case .yolox: .yolox()
            case .yolov8: .yolov8()
            case .nanodet: .nanodet()
            case .ssdRows: .ssdRows()
            case .ssdLists: .ssdLists()
            case .yunet: .yunet()
            case .scrfd: .scrfd()
            case .retinaface: .retinaface()
            }
        }
    }

    @Test(arguments: Shape.ofObjects, DetectionAccuracy.allCases)
    func findsObjectsWithTheirClassesAndWeights(shape: Shape, accuracy: DetectionAccuracy) throws {
        let found = try TinyDetector(shape.network).features(in: SquaresPicture.redAndBlue(), accuracy: accuracy)
            .sorted { $0.kind.rawValue > $1.kind.rawValue }
        try #require(found.count == 2, "\(found)")
        #expect(found.map(\.kind.rawValue) == ["red", "blue"])
        #expect(found.map(\.priority) == [2, 1])
        #expect(found[0].rectangle.isNear(Self.red) && found[1].rectangle.isNear(Self.blue), "\(found)")
        #expect(found.allSatisfy { $0.confidence > 0.99 && $0.confidence <= 1 && $0.landmarks == nil })
    }

    @Test(arguments: Shape.ofFaces) func findsFacesWithLandmarks(shape: Shape) throws {
        let found = try TinyDetector(shape.network).features(in: SquaresPicture.redAndBlue())
        let face = try #require(found.first)
        #expect(found.count == 1 && face.kind == .face && face.priority == 1 && face.rectangle.isNear(Self.red))
        let landmarks = try #require(face.landmarks)
        let expected = [Point(x: 84, y: 20), Point(x: 92, y: 20), Point(x: 88, y: 24), Point(x: 84, y: 28), Point(x: 92, y: 28)]
        #expect(zip(landmarks.points, expected).allSatisfy { abs($0.x - $1.x) < 0.01 && abs($0.y - $1.y) < 0.01 }, "\(landmarks)")
    }

    @Test func anEmptyPictureHasNoObjects() throws {
        let black = PixelBuffer(size: PixelSize(width: 100, height: 50), filledWith: (0, 0, 0, 255))
        #expect(try TinyDetector(.yolox()).features(in: black).isEmpty)
    }

    /// At a network's input of 64x64 a picture of 128x64 takes the upper half.
    @Test(arguments: Shape.letterboxed) func aWidePictureIsLetterboxed(shape: Shape) throws {
        let picture = try SquaresPicture.picture(of: PixelSize(width: 128, height: 64), [(80, 16, SquaresPicture.red)])
        let found = try TinyDetector(shape.network).features(in: picture)
        #expect(found.count == 1 && found[0].rectangle.isNear(Self.red), "\(found)")
    }

    @Test func aPictureSmallerThanTheInputIsEnlarged() throws {
        // Each half is 32x64 pixels of the input; the cells in the red one are found.
        let picture = try PixelBuffer(
            size: PixelSize(width: 2, height: 2),
            bytes: [255, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255]
        )
        let found = try TinyDetector(.yolox()).features(in: picture)
        #expect(!found.isEmpty && found.allSatisfy { $0.rectangle.midX < 1.1 && $0.kind.rawValue == "red" }, "\(found)")
    }

    @Test func limitsApply() throws {
        let network = try TinyDetector(.yolox())
        let picture = try SquaresPicture.redAndBlue()
        func count(_ change: (inout DetectionLimits) -> Void) throws -> Int {
            var limits = DetectionLimits()
            change(&limits)
            return try network.detector(limits).features(in: picture, accuracy: .low).count
        }
        #expect(try count { $0.maximumCount = 1 } == 1)
        // The squares have an eighth of the long side.
        #expect(try count { $0.minimumSize = 0.12 } == 2)
        #expect(try count { $0.minimumSize = 0.13 } == 0)
    }

    @Test func namesAndKeysTellNetworksApart() throws {
        let network = try TinyDetector(.yolox())
        let detector = try network.detector()
        #expect(detector.name == "onnx:\(network.path)" && detector.cacheKey.hasPrefix("onnx(1,"))
        var limits = DetectionLimits()
        limits.maximumCount = 3
        var described = TinyNetwork.yolox()
        described.description = described.description.replacing("blue", with: "sky")
        let keys = try [
            detector.cacheKey, network.detector(limits).cacheKey, TinyDetector(.nanodet()).detector().cacheKey,
            TinyDetector(described).detector().cacheKey,
        ]
        #expect(Set(keys).count == keys.count)
        // The same files elsewhere find the same.
        #expect(try TinyDetector(.yolox()).detector().cacheKey == keys[0])
    }

    /// A person with their dog: only boxes of one class are merged.
    @Test func objectsOfDifferentClassesMayBeInOnePlace() throws {
        var network = TinyNetwork.ssdRows()
        var file = NetworkFile(width: 64, height: 64)
        let box: [Float] = [0, 0, 1, 1]
        let rows = [[0, 1, 0.9] + box, [0, 2, 0.8] + box, [0, 2, 0.7] + box]
        file.addList("detections", [1, 1, 3, 7], rows.flatMap(\.self).map { NetworkFile.Number($0) })
        network.model = file.bytes
        let found = try TinyDetector(network).features(in: SquaresPicture.redAndBlue())
        #expect(found.map(\.kind.rawValue) == ["red", "blue"])
        #expect(found.allSatisfy { $0.rectangle == Rect(x: 0, y: 0, width: 128, height: 128) })
    }

    /// The one real network in the repository, run by OpenCV instead of by the library.
    @Test func yuNetFindsTheFacesThatTheLibraryFindsWithIt() throws {
        let folder = try TemporaryFolder()
        let model = Fixture.package.appendingPathComponent("Models/face_detection_yunet_2023mar.onnx")
        let description = #"{"shape": "yunet", "input": {"width": 640, "height": 640}}"#
        let network = try TinyNetwork(model: [UInt8](Data(contentsOf: model)), description: description)
        let detector = try NetworkDetector(contentsOfFile: network.write(to: folder), program: TinyDetector.program())
        let picture = try Fixture.source("composites/three_in_row.jpg")
        let found = try detector.features(in: picture, accuracy: .low)
        let expected = try YuNetDetector().features(in: picture, accuracy: .low)
        #expect(found.count == 3 && expected.count == 3)
        for face in expected {
            let same = found.first { $0.rectangle.intersectionOverUnion(face.rectangle) > 0.7 }
            let (one, other) = (try #require(same?.landmarks), try #require(face.landmarks))
            #expect(abs(one.noseTip.x - other.noseTip.x) < 15 && abs(one.noseTip.y - other.noseTip.y) < 15)
        }
    }
}
