import BoundedCrop
import CLibrary
import TestSupport
import Testing

/// What is wrong with a network is an error that says so, at once or for each picture, and never ends the caller.
@Suite(.timeLimit(.minutes(15))) struct BadNetworkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func detector(of network: TinyNetwork) throws -> NetworkDetector {
        try NetworkDetector(contentsOfFile: network.write(to: folder), program: TinyDetector.program())
    }

    // MARK: Before the first picture

    @Test func missingFilesAreNamed() throws {
        let path = folder.path("missing.onnx")
        expectError(.fileNotFound, saying: "the model \(path) cannot be used") { _ = try NetworkDetector(contentsOfFile: path) }
        expectError(.isDirectory, saying: folder.path) { _ = try NetworkDetector(contentsOfFile: folder.path) }
        try folder.write(TinyNetwork.yolox().model, to: "missing.onnx")
        expectError(.fileNotFound, saying: "the description \(folder.path("missing.json")) of the model \(path) cannot be used") {
            _ = try NetworkDetector(contentsOfFile: path)
        }
    }

    static let noNetworks: [(String, [UInt8])] = [
        ("the file is empty", []), ("not an ONNX file", [0]), ("not an ONNX file", Array("this is no network".utf8)),
        ("not an ONNX file", [UInt8](repeating: 0, count: 4096)), ("not an ONNX file", [UInt8](repeating: 255, count: 4096)),
        // A graph without outputs, and one that ends early.
        ("it names no output", [0x08, 0x07, 0x3A, 0x00]), ("it ends early", [0x08, 0x07, 0x3A, 0x7F, 0x0A, 0x03]),
        // A length that no file has.
        ("it ends early", [0x3A] + [UInt8](repeating: 0xFF, count: 9) + [0x01]),
    ]

    @Test(arguments: noNetworks) func whatIsNoNetworkIsRefusedAtOnce(reason: String, bytes: [UInt8]) {
        var network = TinyNetwork.yolox()
        network.model = bytes
        expectError(.unreadableModel, saying: reason) { _ = try detector(of: network) }
    }

    @Test func truncatedAndRandomFilesAreRefusedAtOnce() throws {
        var network = TinyNetwork.yolox()
        let whole = network.model
        for length in stride(from: 1, to: whole.count - 8, by: 97) {
            network.model = Array(whole.prefix(length))
            expectError(.unreadableModel, saying: "not an ONNX file") { _ = try detector(of: network) }
        }
        var generator = SeededGenerator(seed: 8)
        for length in [1, 10, 1000, 100_000] {
            network.model = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            expectError(.unreadableModel) { _ = try detector(of: network) }
        }
    }

    @Test func aBrokenDescriptionIsNamed() throws {
        var network = TinyNetwork.yolox()
        network.description = #"{"shape": "yolov9"}"#
        expectError(.unreadableModel, saying: "the description \(folder.path("tiny.json")) cannot be used: ") {
            _ = try detector(of: network)
        }
        network.description = TinyNetwork.yunet().description
        expectError(.unreadableModel, saying: "the model has no output “cls_8”; it has output") { _ = try detector(of: network) }
    }

    @Test func aMissingProgramIsAnErrorOfThePicture() throws {
        let path = try TinyNetwork.yolox().write(to: folder)
        let detector = try NetworkDetector(contentsOfFile: path, program: folder.path("no-such-program"))
        expectError(.detectionFailed, saying: "no-such-program") {
            _ = try detector.features(in: SquaresPicture.redAndBlue(), accuracy: .low)
        }
    }

    // MARK: In the program

    private func expectFailure(of network: TinyNetwork, saying reason: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let detector = try detector(of: network)
        // The second picture shows that the first one ended nothing.
        for _ in 0..<2 {
            expectError(.detectionFailed, saying: reason, sourceLocation: sourceLocation) {
                _ = try detector.features(in: SquaresPicture.redAndBlue(), accuracy: .low)
            }
        }
    }

    @Test func otherShapesThanDescribedSayBoth() throws {
        var network = TinyNetwork.yolox()
        network.description = network.description.replacing(#"{"name": "blue"}"#, with: #"{"name": "blue"}, {"name": "green"}"#)
        try expectFailure(of: network, saying: "the output output has the shape [1, 64, 7], not [1, 64, 8]")
        try expectFailure(of: network, saying: "the model \(folder.path("tiny.onnx")) cannot be used: the output output has the shape")
        network.description = TinyNetwork.yolox().description.replacing("[8]", with: "[8, 16]")
        try expectFailure(of: network, saying: "the output output has the shape [1, 64, 7], not [1, 80, 7]")
        network.description = TinyNetwork.ssdRows().description
        try expectFailure(of: network, saying: "the output output has the shape [1, 64, 7], not [1, 1, N, 7]")
        network = TinyNetwork.yolov8()
        network.description = network.description.replacing("[32]", with: "[16]")
        try expectFailure(of: network, saying: "the output output0 has the shape [1, 6, 4], not [1, 6, 16]")
        network = TinyNetwork.scrfd()
        network.description = network.description.replacing(#", "anchors": 1"#, with: "")
        try expectFailure(of: network, saying: "no output has the shape [1, 128, 1] (scores of the stride 8), of kps_8 [1, 64, 10]")
        network = TinyNetwork.retinaface()
        network.description = network.description.replacing("[[8]]", with: "[[8, 16]]")
        try expectFailure(of: network, saying: "no output has the shape [1, 128, 4] (boxes), of loc [1, 64, 4], conf [1, 64, 2]")
    }

    /// What another network finds would be stored under the key of the first.
    @Test(arguments: [true, false]) func filesThatChangeAfterTheyWereOpenedAreRefused(isModel: Bool) throws {
        var network = TinyNetwork.yolox()
        let detector = try detector(of: network)
        if isModel {
            // Another version of the format, which the program reads as well.
            try #require(network.model.starts(with: [0x08]))
            network.model[1] ^= 1
        } else {
            network.description = network.description.replacing("blue", with: "sky")
        }
        let path = try network.write(to: folder)
        for _ in 0..<2 {
            expectError(.detectionFailed, saying: "the model \(path) or its description was changed after it was opened: open it again") {
                _ = try detector.features(in: SquaresPicture.redAndBlue(), accuracy: .low)
            }
        }
    }

    @Test func anotherInputThanTheNetworksIsAnError() throws {
        // It makes a list of the 64 cells of 64x64. OpenCV 5 also runs convolutions that see more than the whole input.
        var network = TinyNetwork.yolox()
        network.description = network.description.replacing("64", with: "32")
        try expectFailure(of: network, saying: "")
    }

    @Test func anUnknownOperatorIsNamed() throws {
        var network = TinyNetwork.yolox()
        let place = try #require(network.model.firstRange(of: Array("Transpose".utf8)))
        network.model.replaceSubrange(place, with: Array("Transpoze".utf8))
        try expectFailure(of: network, saying: "Transpoze")
    }

    /// Some of these end the program; the next picture starts it again.
    @Test(arguments: [
        [1 << 40, 3, 8, 8], [1 << 20, 3, 64, 64], [1 << 30, 1 << 30, 1 << 30, 1 << 30], [2, 3, 8, 1 << 31], [0, 3, 8, 8],
    ])
    func declaredSizesThatAreNotThereAreErrors(shape: [Int]) throws {
        var file = NetworkFile(width: 64, height: 64)
        file.addEmptyWeights("output", shape)
        var network = TinyNetwork.yolox()
        network.model = file.bytes
        try expectFailure(of: network, saying: "")
    }

    @Test func damagedNetworksNeverEndTheCaller() throws {
        let whole = TinyNetwork.yolox().model
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<20 {
            var network = TinyNetwork.yolox()
            for _ in 0..<3 {
                network.model[Int.random(in: whole.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                _ = try detector(of: network).features(in: SquaresPicture.redAndBlue(), accuracy: .low)
            } catch let error as BoundedCropError {
                #expect([.unreadableModel, .detectionFailed].contains(error.code) && !error.message.isEmpty, "\(error)")
            }
        }
    }

    @Test func aCrashOfTheProgramIsAnErrorThatNamesIt() throws {
        let program = try folder.write(Array("#!/bin/sh\nread line\nkill -SEGV $$\n".utf8), to: "crashes")
        #expect(chmod(program, 0o755) == 0)
        let path = try TinyNetwork.yolox().write(to: folder)
        let detector = try NetworkDetector(contentsOfFile: path, program: program)
        expectError(.detectionFailed, saying: program) {
            _ = try detector.features(in: SquaresPicture.redAndBlue(), accuracy: .low)
        }
    }
}
