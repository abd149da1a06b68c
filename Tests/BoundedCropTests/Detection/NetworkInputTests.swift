import BoundedCrop
import Foundation
import TestSupport
import Testing

/// One network with pictures of many sizes and on several threads.
@Suite(.timeLimit(.minutes(15))) struct NetworkInputTests {
    private static let model = Fixture.root.deletingLastPathComponent()
        .appendingPathComponent("Models/face_detection_yunet_2023mar.onnx").path
    /// Portrait, landscape, tall, a panorama, and sizes from 1x1 to above the detection size.
    private static let names = [
        "photos/obama.jpg", "composites/three_in_row.jpg", "edges/1x1.png", "composites/panorama_4to1.jpg", "composites/tall_1to3.jpg",
        "edges/3000x8.jpg", "formats/obama_301x199_420.jpg", "metadata/bad_exif.jpg", "composites/two_far_apart.jpg", "edges/8x3000.png",
    ]

    /// The result of a network that has processed no other picture.
    private static func fresh(_ name: String, _ accuracy: DetectionAccuracy) throws -> [Feature] {
        try YuNetDetector(contentsOfFile: model).features(in: Fixture.source(name), accuracy: accuracy)
    }

    @Test(arguments: [UInt64(1), 2, 3]) func earlierPicturesDoNotAffectTheResult(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let used = try YuNetDetector(contentsOfFile: Self.model)
        for name in Self.names.shuffled(using: &generator) {
            for accuracy in DetectionAccuracy.allCases.shuffled(using: &generator) {
                let features = try used.features(in: Fixture.source(name), accuracy: accuracy)
                #expect(try features == Self.fresh(name, accuracy), "\(name), \(accuracy)")
            }
        }
    }

    @Test(arguments: [2, 8]) func severalThreadsFindTheSameAsOne(threads: Int) async throws {
        let detector = YuNetDetector()
        let expected = try Self.names.map { try Self.fresh($0, .low) }
        let pool = WorkerPool(threadCount: threads)
        try await withThrowingTaskGroup(of: (Int, [Feature]).self) { group in
            for round in 0..<(4 * Self.names.count) {
                let index = round % Self.names.count
                group.addTask {
                    (index, try await pool.run { _ in try detector.features(in: Fixture.source(Self.names[index]), accuracy: .low) })
                }
            }
            for try await (index, features) in group { #expect(features == expected[index], "\(Self.names[index])") }
        }
    }

    /// A picture of one face at sizes around multiples of 32, the network's step.
    @Test(arguments: [(38, 48), (63, 65), (64, 64), (96, 120), (127, 160), (129, 161), (200, 97), (511, 640), (640, 511)])
    func aFaceIsFoundAtAnySize(width: Int, height: Int) throws {
        let side = min(width, height)
        let whole = try Fixture.source("photos/obama.jpg")
        let face = try whole.pixels(of: PixelRect(x: 190, y: 0, width: 600, height: 600), scaledTo: PixelSize(width: side, height: side))
        // There is nothing else in the picture.
        var picture = [UInt8](repeating: 128, count: width * height * 4)
        for row in 0..<side {
            picture.replaceSubrange(
                (row * width * 4)..<((row * width + side) * 4),
                with: face.bytes[(row * side * 4)..<((row + 1) * side * 4)]
            )
        }
        let expected = Rect(x: 179, y: 83, width: 244, height: 338).scaled(x: Double(side) / 600, y: Double(side) / 600)
        for accuracy in DetectionAccuracy.allCases {
            let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), bytes: picture)
            let features = try YuNetDetector().features(in: buffer, accuracy: accuracy)
            #expect(features.count == 1)
            #expect((features.first?.rectangle.intersectionOverUnion(expected) ?? 0) > 0.4, "\(accuracy)")
        }
    }

    @Test(arguments: FaceDetector.allCases, [(1, 1), (1, 3000), (3000, 1), (2, 1), (38, 48), (3000, 8), (7, 7), (33, 31)])
    func aBlankPictureHasNoFace(kind: FaceDetector, size: (Int, Int)) throws {
        let picture = PixelBuffer(size: PixelSize(width: size.0, height: size.1), filledWith: (128, 128, 128, 255))
        for accuracy in DetectionAccuracy.allCases { #expect(try kind.detector().features(in: picture, accuracy: accuracy).isEmpty) }
    }

    /// Processed in its own aspect ratio rather than squeezed into a square: its faces are 160 to 180 of 2400 pixels.
    @Test(arguments: FaceDetector.allCases) func facesInAPanoramaAreFound(kind: FaceDetector) throws {
        let features = try kind.detector().features(in: Fixture.source("composites/panorama_4to1.jpg"), accuracy: .low)
        #expect(features.count == 3)
    }
}
