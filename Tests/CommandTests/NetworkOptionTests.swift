import BoundedCrop
import TestSupport
import Testing

/// `--detector onnx:FILE`.
@Suite(.timeLimit(.minutes(15))) struct NetworkOptionTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
    }

    private func add(_ picture: PixelBuffer, as name: String) throws {
        try scratch.write(picture.blocking.encoded(as: .png(compressionLevel: 1)), to: name)
    }

    private func plan(_ line: String) async throws -> CropLine {
        let outcome = try await scratch.boundedcrop("crop \(line) --plan --json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try #require(try outcome.decoded(CropLine.self).first)
    }

    @Test func theCropIsAroundTheObject() async throws {
        try add(SquaresPicture.picture(of: PixelSize(width: 128, height: 64), [(80, 16, SquaresPicture.red)]), as: "a.png")
        _ = try TinyNetwork.yolox().write(to: scratch)
        let line = try await plan("a.png --detector onnx:tiny.onnx --aspect 1:1")
        #expect(line.detector == "onnx:tiny.onnx" && line.features.map(\.kind) == ["red"] && line.fallback == nil)
        // The square's center is at 88.
        #expect(abs(line.crop.x - 56) <= 1 && line.crop.width == 64)
    }

    /// The squares are 80 pixels apart, and the crop is 64 wide.
    @Test(arguments: [("red", "blue"), ("blue", "red")]) func theObjectWithTheGreaterWeightIsKept(
        kept: String,
        dropped: String
    ) async throws {
        try add(SquaresPicture.redAndBlue(), as: "a.png")
        var network = TinyNetwork.yolox()
        network.description = network.description.replacing(#"{"name": "red", "weight": 2}, {"name": "blue"}"#, with: "CLASSES")
        let weights = kept == "red" ? (4, 1) : (1, 4)
        let classes = #"{"name": "red", "weight": \#(weights.0)}, {"name": "blue", "weight": \#(weights.1)}"#
        network.description = network.description.replacing("CLASSES", with: classes)
        _ = try network.write(to: scratch)
        let line = try await plan("a.png --detector onnx:tiny.onnx --aspect 1:2")
        #expect(line.features.filter(\.kept).map(\.kind) == [kept])
        #expect(line.features.filter { !$0.kept }.map(\.kind) == [dropped])
    }

    @Test func aNetworkIsTriedInTurn() async throws {
        try add(SquaresPicture.redAndBlue(), as: "a.png")
        _ = try TinyNetwork.yolox().write(to: scratch)
        let line = try await plan("a.png --detector yunet,onnx:tiny.onnx --aspect 1:1")
        #expect(line.features.count == 2)
    }

    /// A line, and what the message must say.
    static let wrong = [
        ("onnx:", "names no file"), ("onnx:missing.onnx", "the model missing.onnx cannot be used"),
        ("onnx:bare.onnx", "the description bare.json of the model bare.onnx cannot be used"), ("onnx:text.onnx", "not an ONNX file"),
        ("onnx:odd.onnx", "“shape” is one of"),
    ]

    @Test(arguments: wrong) func anUnusableFileIsAUsageError(detector: String, reason: String) async throws {
        try add(SquaresPicture.redAndBlue(), as: "a.png")
        try scratch.write(TinyNetwork.yolox().model, to: "bare.onnx")
        try scratch.write(Array("cats".utf8), to: "text.onnx")
        var odd = TinyNetwork.yolox()
        odd.description = odd.description.replacing("yolox", with: "yolov9")
        _ = try odd.write(to: scratch, as: "odd")
        let outcome = try await scratch.boundedcrop("crop a.png --size 9x9 --detector \(detector)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(reason) == true, "\(outcome.errors)")
    }

    @Test func aNetworkThatDoesNotMatchIsAnErrorOfThePicture() async throws {
        try add(SquaresPicture.redAndBlue(), as: "a.png")
        var network = TinyNetwork.yolox()
        network.description = network.description.replacing("[8]", with: "[16]")
        _ = try network.write(to: scratch)
        let outcome = try await scratch.boundedcrop("crop a.png --size 9x9 --detector onnx:tiny.onnx --json")
        #expect(outcome.status == 1)
        let error = try #require(try outcome.decoded(ErrorLine.self).first)
        #expect(error.error.code == "detectionFailed" && error.error.message.contains("has the shape [1, 64, 7], not [1, 16, 7]"))
    }
}
