import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

/// Networks from untrusted files are either refused or usable for detection.
@Suite(.timeLimit(.minutes(15))) struct DamagedNetworkTests {
    private static let file = Fixture.package.appendingPathComponent("Models/face_detection_yunet_2023mar.onnx")
    /// YuNet's operators before its heads.
    private static let operators = "CRCCRMCCRCCRCCRCCRMCCRCCRMCCRCCRMCCRCCRCCREACCREACCR".map { letter in
        ["C": "Conv", "R": "Relu", "M": "MaxPool", "E": "Resize", "A": "Add"][letter, default: ""]
    }

    private static let stem = TestNetwork.tensor("w", [16, 3, 3, 3], Array(repeating: 0.1, count: 432))
    private static let bias = TestNetwork.tensor("b", [16], Array(repeating: 0, count: 16))

    private static func trunk(_ inputs: [String], _ outputs: [String]) -> [UInt8] {
        operators.flatMap { TestNetwork.node($0, inputs, outputs) }
    }

    /// Part of the expected message, and the graph.
    private static let refused: [(String, [UInt8])] = [
        ("not an ONNX network", []),
        ("layers differ", TestNetwork.node("Conv", [], [])),
        ("layers differ", trunk([], [])),
        ("layers differ", trunk(["x", "w", "b"], ["y"])),
        // Convolutions whose outputs are not used.
        ("layers differ", stem + bias + trunk(["x", "w", "b"], [])),
        ("layers differ", TestNetwork.tensor("w", [16, 3, 3, 0], []) + bias + trunk(["x", "w", "b"], ["y"])),
        ("layers differ", TestNetwork.tensor("w", [16, 3, 3, .max], []) + bias + trunk(["x", "w", "b"], ["y"])),
        ("layers differ", TestNetwork.tensor("w", [1 << 32, 1 << 32, 3, 3], []) + bias + trunk(["x", "w", "b"], ["y"])),
        ("layers differ", TestNetwork.tensor("w", [16, 3, 3, 3], [1, 2, 3]) + bias + trunk(["x", "w", "b"], ["y"])),
        ("not finite", TestNetwork.tensor("w", [16, 3, 3, 3], Array(repeating: .nan, count: 432)) + bias + trunk(["x", "w", "b"], ["y"])),
        ("not finite", stem + TestNetwork.tensor("b", [16], Array(repeating: .infinity, count: 16)) + trunk(["x", "w", "b"], ["y"])),
        ("two tensors have the same name", stem + stem + trunk(["x", "w", "b"], ["y"])),
        (
            "layers differ",
            TestNetwork.tensor("w", [16, 3, 3, 3], Array(repeating: 1, count: 432), type: 7) + bias + trunk(["x", "w", "b"], ["y"])
        ),
        ("too many parts", (0..<40_000).flatMap { TestNetwork.node("Reshape", ["\($0)"], ["\($0 + 1)"]) }),
        ("too many parts", TestNetwork.node("Conv", Array(repeating: "", count: 100_000), [])),
        ("too many parts", TestNetwork.tensor("w", Array(repeating: 1, count: 100_000), [])),
    ]

    @Test(arguments: refused) func areRefusedWithAReason(words: String, parts: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(TestNetwork.file(parts), to: "model.onnx")
        expectError(.unreadableModel, saying: words) { _ = try YuNetDetector(contentsOfFile: path) }
    }

    @Test func aFileFarLargerThanANetworkIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(TestNetwork.file(TestNetwork.bytes(9, [UInt8](repeating: 0, count: 17 << 20))), to: "model.onnx")
        expectError(.unreadableModel, saying: "larger than 16 MB") { _ = try YuNetDetector(contentsOfFile: path) }
    }

    /// Changes, duplicates and removes bytes of the real network; it must still give finite numbers for a picture.
    @Test func mutatedNetworksAreRefusedOrUsable() throws {
        let original = try [UInt8](Data(contentsOf: Self.file))
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 17)
        let picture = try generator.picture(PixelSize(width: 24, height: 24))
        var limits = DetectionLimits()
        limits.minimumConfidence = 0
        var accepted = 0
        for _ in 0..<60 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.mutate(&bytes, &generator) }
            do {
                let detector = try YuNetDetector(contentsOfFile: folder.write(bytes, to: "model.onnx"), limits: limits)
                for feature in try detector.features(in: picture, accuracy: .low) {
                    #expect(feature.rectangle.isFinite && (0...1).contains(feature.confidence), "\(feature)")
                }
                accepted += 1
            } catch let error as BoundedCropError {
                #expect(error.code == .unreadableModel, "\(error)")
            }
        }
        #expect(accepted > 3)
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<(bytes.count - 64), using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.replaceSubrange(place..<(place + 4), with: [0xFF, 0xFF, 0x7F, 0x7F])
        case 3: bytes.removeSubrange(place..<(place + Int.random(in: 1...64, using: &generator)))
        default: bytes.insert(contentsOf: bytes[place..<(place + 60)], at: place)
        }
    }
}
