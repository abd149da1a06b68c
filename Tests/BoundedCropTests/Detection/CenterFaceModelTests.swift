import CCalls
import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// CenterFace is computed as other programs compute it, and models from files are read with care.
@Suite(.timeLimit(.minutes(15))) struct CenterFaceModelTests {
    private static let models = Fixture.package.appendingPathComponent("Models")
    private static let file = models.appendingPathComponent("face_detection_centerface.onnx").path
    private static let yuNetFile = models.appendingPathComponent("face_detection_yunet_2023mar.onnx").path
    private static let astronaut = "photos/astronaut.png"

    private static func bytes() throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))) }

    // MARK: Outputs

    private struct Reference: CustomTestStringConvertible {
        let part: PixelRect
        let score: Double
        /// The box's corner and size, then right eye, left eye, nose, right and left corner of the mouth.
        let numbers: [Double]

        var testDescription: String { "\(part)" }
    }

    /// What ONNX Runtime and OpenCV’s dnn module compute from the same weights, decoded as `centerface.cpp` does.
    private static let references = [
        Reference(
            part: PixelRect(x: 0, y: 0, width: 512, height: 512),
            score: 0.9291,
            numbers: [
                181.5374, 58.2298, 88.3404, 119.5554, 203.1462, 101.6306, 246.9911, 104.4588, 223.2225, 125.0093, 203.4067, 142.2776,
                241.3348,
                144.354,
            ]
        ),
        // Sides that are no multiples of 32.
        Reference(
            part: PixelRect(x: 130, y: 20, width: 201, height: 147),
            score: 0.9128,
            numbers: [
                51.5028, 37.6188, 91.9167, 112.3424, 73.5977, 82.4864, 117.3802, 82.6827, 94.6142, 107.114, 77.7662, 122.8787, 113.4972,
                122.9963,
            ]
        ),
    ]

    @Test(arguments: references, [BC_BASIC_INSTRUCTIONS, BC_AVX2, BC_AVX512])
    private func outputsAreThoseOfOtherPrograms(reference: Reference, instructions: Int) throws {
        let whole = try Fixture.source(Self.astronaut).pixels(longSide: 512)
        bc_limit_instructions(Int32(instructions))
        defer { bc_limit_instructions(Int32(BC_AVX512)) }
        let found = try FaceNetworkModel.centerFace.detect(in: whole.part(reference.part), threshold: 0.3)
        try #require(found.count == 1)
        let (box, landmarks) = (found[0].rectangle, try #require(found[0].landmarks))
        let points = [landmarks.rightEye, landmarks.leftEye, landmarks.noseTip, landmarks.rightMouthCorner, landmarks.leftMouthCorner]
        let numbers = [box.x, box.y, box.width, box.height] + points.flatMap { [$0.x, $0.y] }
        #expect(abs(found[0].confidence - reference.score) < 0.001)
        for (number, expected) in zip(numbers, reference.numbers) { #expect(abs(number - expected) < 0.001) }
    }

    @Test(arguments: DetectionAccuracy.allCases) func facesAndTheirLandmarksAreFound(accuracy: DetectionAccuracy) throws {
        let faces = try CenterFaceDetector().features(in: Fixture.source("composites/three_in_row.jpg"), accuracy: accuracy)
        #expect(faces.count == 3)
        for face in faces {
            let landmarks = try #require(face.landmarks)
            #expect(landmarks.rightEye.x < landmarks.leftEye.x && landmarks.rightMouthCorner.x < landmarks.leftMouthCorner.x)
            #expect(max(landmarks.rightEye.y, landmarks.leftEye.y) < landmarks.noseTip.y)
            #expect(landmarks.noseTip.y < min(landmarks.rightMouthCorner.y, landmarks.leftMouthCorner.y))
            #expect(face.rectangle.contains(Rect(x: landmarks.noseTip.x, y: landmarks.noseTip.y, width: 0, height: 0)))
        }
    }

    // MARK: Handles

    private static let names = [
        "photos/obama.jpg", "edges/1x1.png", "composites/panorama_4to1.jpg", "edges/3000x8.jpg", "formats/obama_301x199_420.jpg",
        "edges/8x3000.png", "composites/three_in_row.jpg",
    ]

    @Test func earlierPicturesDoNotAffectTheResult() throws {
        let used = try CenterFaceDetector(contentsOfFile: Self.file)
        for name in Self.names {
            let fresh = try CenterFaceDetector(contentsOfFile: Self.file)
            let features = try used.features(in: Fixture.source(name), accuracy: .low)
            #expect(try features == fresh.features(in: Fixture.source(name), accuracy: .low), "\(name)")
        }
    }

    @Test func severalThreadsFindTheSameAsOne() async throws {
        let expected = try Self.names.map { try CenterFaceDetector().features(in: Fixture.source($0), accuracy: .low) }
        let detector = try CenterFaceDetector(contentsOfFile: Self.file)
        let pool = WorkerPool(threadCount: 4)
        try await withThrowingTaskGroup(of: (Int, [Feature]).self) { group in
            for round in 0..<(3 * Self.names.count) {
                let index = round % Self.names.count
                group.addTask {
                    (index, try await pool.run { _ in try detector.features(in: Fixture.source(Self.names[index]), accuracy: .low) })
                }
            }
            for try await (index, features) in group { #expect(features == expected[index], "\(Self.names[index])") }
        }
    }

    // MARK: Files

    private func expectRefusal(_ bytes: [UInt8], saying text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "model.onnx")
        expectError(.unreadableModel, saying: "the model \(path) cannot be used: \(text)", sourceLocation: sourceLocation) {
            _ = try CenterFaceDetector(contentsOfFile: path)
        }
    }

    @Test func cacheKeysIncludeModelAndLimits() throws {
        var limits = DetectionLimits()
        limits.minimumSize = 0.1
        let keys = try [
            CenterFaceDetector().cacheKey, CenterFaceDetector(limits: limits).cacheKey,
            CenterFaceDetector(contentsOfFile: Self.file).cacheKey, YuNetDetector().cacheKey,
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test func theOtherNetworkIsRefused() {
        expectError(.unreadableModel, saying: "not a CenterFace model, but a YuNet model") {
            _ = try CenterFaceDetector(contentsOfFile: Self.yuNetFile)
        }
        expectError(.unreadableModel, saying: "not a YuNet model, but a CenterFace model") {
            _ = try YuNetDetector(contentsOfFile: Self.file)
        }
    }

    @Test(arguments: [0, 1, 100, 10_000, 1_000_000, 3_000_000, 3_653_156]) func aTruncatedModelIsRefused(length: Int) throws {
        try expectRefusal(Array(Self.bytes().prefix(length)), saying: "")
    }

    /// Texts of the file, each replaced wherever it is: names of tensors and values, and operations.
    private static let alterations = [
        // A missing tensor: what its name is in the list of tensors changes, or what uses it.
        ("head.pos_conv.bias", "head.pos_conv.bios"), ("neck.deconv_layers.1.bn.running_var", "neck.deconv_layers.1.bn.running_vas"),
        // Other operations.
        ("Sigmoid", "Softmax"), ("ConvTranspose", "ConvTransport"), ("Relu", "Selu"), ("Add", "Mul"),
        // Attributes.
        ("strides", "stridez"), ("pads", "pods"), ("dilations", "dilatians"),
        // Other outputs.
        ("537", "937"), ("540", "940"),
    ]

    @Test(arguments: alterations) func aModelWithOtherLayersIsRefused(text: String, replacement: String) throws {
        // The first one only: names are used consistently otherwise.
        var bytes = try Self.bytes()
        let range = try #require(bytes.firstRange(of: Array(text.utf8)))
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        try expectRefusal(bytes, saying: "not a CenterFace model: its layers differ")
    }

    /// The scale of a normalization, in half precision, follows its name.
    @Test(arguments: [UInt8(0x7C), 0x7E, 0xFC]) func weightsThatAreNotFiniteAreRefused(highest: UInt8) throws {
        var bytes = try Self.bytes()
        let name = Array("neck.deconv_layers.1.bn.weight".utf8)
        // It is named by the node that uses it, and then by the tensor, behind which are its type and numbers.
        let use = try #require(bytes.firstRange(of: name))
        let tensor = try #require(bytes[use.upperBound...].firstRange(of: name))
        bytes[tensor.upperBound + 2 + 2 + 2 * 5 + 1] = highest
        try expectRefusal(bytes, saying: "the network has weights that are not finite numbers")
    }

    @Test func aModelOfNeitherKindIsRefused() throws {
        let node = TestNetwork.node("Relu", ["a"], ["b"])
        let file = TestNetwork.number(1, 7) + TestNetwork.bytes(7, node + TestNetwork.bytes(12, TestNetwork.text(1, "b")))
        try expectRefusal(file, saying: "neither a YuNet 2023 model, which has 12 outputs, nor a CenterFace model, which has 4: it has 1")
    }
}
