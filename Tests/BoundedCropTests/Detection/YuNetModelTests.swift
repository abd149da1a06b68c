import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

/// The network may be the built-in one or come from a file.
@Suite(.timeLimit(.minutes(15))) struct YuNetModelTests {
    private static let models = Fixture.root.deletingLastPathComponent().appendingPathComponent("Models")
    private static let file = models.appendingPathComponent("face_detection_yunet_2023mar.onnx").path

    private static func bytes() throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))) }

    /// Expects that the file is refused and the message names it.
    private func expectRefusal(
        _ path: String,
        _ code: BoundedCropError.Code = .unreadableModel,
        saying text: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectError(code, saying: "the model \(path) cannot be used: \(text)", sourceLocation: sourceLocation) {
            _ = try YuNetDetector(contentsOfFile: path)
        }
    }

    @Test func theBuiltInModelEqualsItsFile() throws {
        let fromFile = try YuNetDetector(contentsOfFile: Self.file)
        for name in ["orientations/obama_1.jpg", "composites/three_in_row.jpg"] {
            let picture = try Fixture.source(name)
            let features = try YuNetDetector().features(in: picture, accuracy: .high)
            #expect(try !features.isEmpty && features == fromFile.features(in: picture, accuracy: .high))
        }
    }

    @Test func cacheKeysIncludeModelAndLimits() throws {
        var limits = DetectionLimits()
        limits.minimumSize = 0.1
        let keys = try [
            YuNetDetector().cacheKey, YuNetDetector(limits: limits).cacheKey, YuNetDetector(contentsOfFile: Self.file).cacheKey,
            YuNetDetector(contentsOfFile: Self.file, limits: limits).cacheKey, HaarCascadeDetector().cacheKey,
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try YuNetDetector(contentsOfFile: Self.file).cacheKey == keys[2])
    }

    @Test func aMissingFileIsNamed() throws {
        let folder = try TemporaryFolder()
        expectRefusal(folder.path("missing.onnx"), .fileNotFound)
        expectRefusal(folder.path, .isDirectory)
    }

    static let otherFiles = [
        "Models/haarcascade_frontalface_alt.xml", "Fixtures/photos/obama.jpg", "Fixtures/manifest.json", "Fixtures/edges/1x1.png",
    ]

    @Test(arguments: otherFiles) func aFileThatIsNotANetworkIsNamed(name: String) {
        expectRefusal(Self.models.deletingLastPathComponent().appendingPathComponent(name).path)
    }

    static let otherBytes: [(String, [UInt8])] = [
        ("nothing", []), ("a zero", [0]), ("zeroes", [UInt8](repeating: 0, count: 4096)), ("text", Array("this is no network".utf8)),
        // The beginning of an ONNX file: the format's version and the producer.
        ("a bare head", [0x08, 0x07, 0x12, 0x07] + Array("pytorch".utf8)),
        ("an empty graph", [0x08, 0x07, 0x3A, 0x00]),
        ("a graph that ends early", [0x08, 0x07, 0x3A, 0x7F, 0x0A, 0x03]),
    ]

    @Test(arguments: otherBytes) func invalidBytesAreRefused(what: String, bytes: [UInt8]) throws {
        let folder = try TemporaryFolder()
        expectRefusal(try folder.write(bytes, to: "model.onnx"), saying: bytes.isEmpty ? "the file is empty" : "")
    }

    @Test(arguments: [1, 10, 100, 1000, 20_000, 100_000, 200_000, 232_000]) func aTruncatedModelIsRefused(length: Int) throws {
        let folder = try TemporaryFolder()
        expectRefusal(try folder.write(Array(Self.bytes().prefix(length)), to: "model.onnx"))
    }

    @Test func aModelWithoutItsLastByteIsRefused() throws {
        let folder = try TemporaryFolder()
        expectRefusal(try folder.write(Self.bytes().dropLast(), to: "model.onnx"))
    }

    /// A network that is almost YuNet: with exchanged output names, reads would go beyond the ends of outputs.
    @Test(arguments: [("cls_16", "bbox_8"), ("obj_16", "bbox_8"), ("obj_8", "kps_8"), ("cls_16", "cls_32"), ("kps_16", "obj_16")])
    func aNetworkWithOtherOutputsIsRefused(one: String, other: String) throws {
        var bytes = try Self.bytes()
        let places = [one, other].map { ranges(of: $0, in: bytes) }
        #expect(places.allSatisfy { !$0.isEmpty })
        for (ranges, name) in zip(places, [other, one]) {
            for range in ranges { bytes.replaceSubrange(range, with: Array(name.utf8)) }
        }
        let folder = try TemporaryFolder()
        expectRefusal(try folder.write(bytes, to: "model.onnx"), saying: "the network's output")
    }

    @Test func aNetworkWithoutOneOfTheOutputsIsRefused() throws {
        var bytes = try Self.bytes()
        for range in ranges(of: "kps_32", in: bytes) { bytes.replaceSubrange(range, with: Array("points".utf8)) }
        let folder = try TemporaryFolder()
        expectRefusal(try folder.write(bytes, to: "model.onnx"), saying: "not a YuNet 2023 model: it has no output kps_32")
    }

    /// The positions of a name in the file, including its length prefix.
    private func ranges(of name: String, in bytes: [UInt8]) -> [Range<Int>] {
        let needle = [UInt8(name.utf8.count)] + Array(name.utf8)
        var ranges: [Range<Int>] = []
        var rest = bytes
        var offset = 0
        while let range = rest.firstRange(of: needle) {
            ranges.append((offset + range.lowerBound + 1)..<(offset + range.upperBound))
            offset += range.upperBound
            rest = Array(bytes[offset...])
        }
        return ranges
    }
}
