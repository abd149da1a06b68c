import TestSupport
import Testing

@testable import BoundedCrop

/// Detectors written as text.
@Suite struct DetectorExpressionTests {
    /// A text, and the name of the detector that it creates.
    static let good = [
        ("yunet", "yunet"), ("centerface", "centerface"), ("haar", "haar"), ("yunet,haar", "yunet,haar"), ("haar,yunet", "haar,yunet"),
        ("yunet+haar", "yunet+haar"),
        ("yunet+haar,haar", "yunet+haar,haar"), ("haar,yunet+haar", "haar,yunet+haar"), ("command:cats", "command:cats"),
        ("command:./find cats --fast", "command:./find cats --fast"), ("command:  find   cats ", "command:find cats"),
        ("yunet,command:find a,b+c", "yunet,command:find a,b+c"), ("haar+command:find", "haar+command:find"),
        ("command:yunet,haar", "command:yunet,haar"), ("command:command:x", "command:command:x"),
        ("once:cats", "once:cats"), ("once:  find   cats ", "once:find cats"), ("yunet,once:find a,b+c", "yunet,once:find a,b+c"),
        ("haar+once:find", "haar+once:find"), ("once:command:x", "once:command:x"), ("command:once:x", "command:once:x"),
    ]

    @Test(arguments: good) func createsTheDetector(text: String, name: String) throws {
        #expect(try DetectorExpression(text).makeDetector().name == name)
    }

    /// A text, and the part of it that the message must quote.
    static let bad = [
        ("", "“”"), ("cats", "“cats”"), ("YuNet", "“YuNet”"), (" yunet", "“ yunet”"), ("yunet,", "“”"), (",yunet", "“”"),
        ("yunet,,haar", "“”"),
        ("yunet+", "“”"), ("yunet+,haar", "“”"), ("yunet haar", "“yunet haar”"), ("yunet;haar", "“yunet;haar”"), ("command", "“command”"),
        ("command:", "“command:”"), ("command:   ", "command:"), ("yunet,command:", "command:"), ("commander:x", "“commander:x”"),
        ("onnx:", "“onnx:”"), ("yunet,onnx:,haar", "onnx:"), ("onnx", "“onnx”"),
        ("once", "“once”"), ("once:", "behind once:"), ("once:   ", "behind once:"), ("haar+once:", "behind once:"),
        ("onces:x", "“onces:x”"),
    ]

    @Test(arguments: bad) func refusesInvalidTextWithAReason(text: String, quoted: String) {
        expectError(.invalidArgument, saying: quoted) { _ = try DetectorExpression(text) }
    }

    @Test(arguments: ["cats", ""]) func listsTheAvailableDetectors(text: String) {
        expectError(.invalidArgument, saying: "there are yunet, centerface, haar, onnx:FILE, command:PROGRAM and once:PROGRAM") {
            _ = try DetectorExpression(text)
        }
    }

    /// A text, and the path that its first part names.
    @Test(arguments: [("onnx:a,b.onnx", "a"), ("onnx:a+b.onnx", "a"), ("yunet,onnx:a+", "a"), ("onnx:a, yunet", "a")])
    func aPathWithASeparatorCannotBeNamed(text: String, path: String) {
        expectError(.invalidArgument, saying: "the path behind onnx: ends before the first “,” or “+”, here “\(path)”") {
            _ = try DetectorExpression(text)
        }
    }

    @Test(arguments: ["yunet,b.onnx", "onnx:a,haar,b.onnx", "b.onnx,onnx:a"]) func otherTextIsNotTakenForAPath(text: String) {
        let error = #expect(throws: BoundedCropError.self) { _ = try DetectorExpression(text) }
        #expect(error?.message.contains("behind onnx:") == false)
        #expect(error?.message.contains("there is no detector “b.onnx”; there are yunet") == true)
    }

    @Test func aPlusBindsTighterThanAComma() throws {
        let chain = try #require(DetectorExpression("yunet+haar,haar").makeDetector() as? ChainedFeatureDetector)
        #expect(chain.detectors.map(\.name) == ["yunet+haar", "haar"])
        #expect(chain.detectors.first is UnionFeatureDetector)
    }

    @Test func theWordsOfACommandAreItsArguments() throws {
        let command = try #require(DetectorExpression("command:find cats a+b").makeDetector() as? CommandDetector)
        #expect(command.program == "find" && command.arguments == ["cats", "a+b"])
        let once = try #require(DetectorExpression("once:find cats a+b").makeDetector() as? OneShotCommandDetector)
        #expect(once.program == "find" && once.arguments == ["cats", "a+b"])
    }

    /// Files are read when the detector is made, so that text can be checked without them.
    @Test(arguments: ["onnx:/no/a.onnx", "onnx:/no/a.onnx,yunet", "yunet+onnx:/no/a.onnx,haar", "haar,onnx:/no/a.onnx,command:b"])
    func aNetworksFileExtendsToTheNextSeparator(text: String) throws {
        let expression = try DetectorExpression(text)
        expectError(.fileNotFound, saying: "the model /no/a.onnx cannot be used") { _ = try expression.makeDetector() }
    }

    @Test func limitsApplyToAllMembers() throws {
        var limits = DetectionLimits()
        limits.minimumSize = 0.3
        let chain = try #require(DetectorExpression("yunet,haar,command:find").makeDetector(limits: limits) as? ChainedFeatureDetector)
        #expect((chain.detectors[0] as? YuNetDetector)?.limits == limits)
        #expect((chain.detectors[1] as? HaarCascadeDetector)?.limits == limits)
        #expect((chain.detectors[2] as? CommandDetector)?.limits == limits)
        let pair = try #require(DetectorExpression("haar,once:find").makeDetector(limits: limits) as? ChainedFeatureDetector)
        #expect((pair.detectors[1] as? OneShotCommandDetector)?.limits == limits)
        let union = try #require(DetectorExpression("yunet+haar").makeDetector(limits: limits) as? UnionFeatureDetector)
        #expect(union.limits == limits)
    }

    @Test(arguments: ["+", ","]) func atMostEightDetectorsAreAllowed(separator: String) throws {
        func text(_ count: Int) -> String { Array(repeating: "haar", count: count).joined(separator: separator) }
        _ = try DetectorExpression(text(8))
        _ = try DetectorExpression("yunet+haar,haar+yunet,haar+haar,haar,command:a+b,c")
        for count in [9, 500, 11_000] {
            expectError(.invalidArgument, saying: count < 800 ? "at most 8 detectors" : "4096") { _ = try DetectorExpression(text(count)) }
        }
        expectError(.invalidArgument, saying: "at most 8") { _ = try DetectorExpression(text(8) + separator + "command:find") }
    }
}
