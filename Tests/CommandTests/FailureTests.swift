import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct FailureTests {
    /// The error reported for a broken input, and words that its message must contain.
    struct Failure: CustomTestStringConvertible, Sendable {
        let fixture: String
        let code: String
        let words: [String]
        var options = ""

        var testDescription: String { fixture }
    }

    static let failures = [
        Failure(fixture: "broken/empty.jpg", code: "emptyFile", words: ["empty"]),
        Failure(fixture: "broken/text.jpg", code: "unsupportedFormat", words: ["not a picture", "JPEG, PNG, WebP"]),
        Failure(fixture: "broken/document.pdf", code: "unsupportedFormat", words: ["PDF", "JPEG, PNG, WebP"]),
        Failure(fixture: "broken/riff_not_webp.webp", code: "unsupportedFormat", words: ["not a picture"]),
        Failure(fixture: "broken/truncated.jpg", code: "malformedImage", words: ["near row 17", "byte"]),
        Failure(fixture: "broken/truncated.png", code: "malformedImage", words: ["ends too early", "row"]),
        Failure(fixture: "broken/truncated.webp", code: "malformedImage", words: ["ends too early"]),
        Failure(fixture: "broken/zero_size.jpg", code: "malformedImage", words: ["byte"]),
        Failure(fixture: "broken/huge.jpg", code: "limitExceeded", words: ["65500x65500", "32768"]),
        Failure(fixture: "broken/huge.png", code: "limitExceeded", words: ["30000x30000", "100 MP"]),
        Failure(fixture: "broken/huge.webp", code: "limitExceeded", words: ["16384x16384", "100 MP"]),
        Failure(fixture: "broken/decompression_bomb.png", code: "limitExceeded", words: ["12000x12000", "100 MP"]),
        Failure(fixture: Fixture.portrait, code: "limitExceeded", words: ["240x300"], options: "--max-pixels 71999"),
        Failure(fixture: Fixture.portrait, code: "limitExceeded", words: ["119280"], options: "--max-bytes 119279"),
        Failure(fixture: Fixture.black, code: "noFeatureFound", words: [], options: "--require-face"),
    ]

    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func expect(_ outcome: Command.Outcome, _ file: String, _ code: String, _ words: [String]) throws {
        #expect(outcome.status == 1 && !outcome.endedBySignal)
        let line = try #require(try outcome.decoded(ErrorLine.self).first)
        #expect(line.file == file && line.error.code == code)
        #expect(outcome.errorLines == ["boundedcrop: \(file): \(line.error.message)"])
        for word in words { #expect(line.error.message.contains(word)) }
        #expect(outcome.lines.count == 1)
    }

    @Test(arguments: failures) func aBadFileIsReportedInJSONAndOnStandardError(_ failure: Failure) async throws {
        let file = String(failure.fixture.split(separator: "/").last!)
        try scratch.add(failure.fixture, as: file)
        for command in ["crop \(file) --size 20x20 --output out", "detect \(file)"]
        where command.hasPrefix("crop") || failure.options.isEmpty {
            try expect(await scratch.boundedcrop("\(command) --json \(failure.options)"), file, failure.code, failure.words)
        }
        #expect(try scratch.files() == [file])
    }

    @Test(arguments: [
        ("missing.jpg", "fileNotFound", "no such file"), ("file.txt/a.jpg", "fileNotFound", "no such file"),
        ("folder", "fileNotFound", "no pictures in this folder"), ("folder/", "fileNotFound", "--recursive"),
    ])
    func aMissingInputIsReportedToo(input: String, code: String, words: String) async throws {
        try scratch.makeFolder("folder")
        try scratch.write([1], to: "file.txt")
        try expect(await scratch.boundedcrop("crop \(input) --size 9 --json"), input, code, [words])
    }

    @Test func theReadablePartOfADamagedFileIsUsedIfAllowed() async throws {
        try scratch.add("broken/truncated.jpg", as: "a.jpg")
        let outcome = try await scratch.boundedcrop("crop a.jpg --size 20x20 --allow-truncated --output b.jpg")
        #expect(outcome.status == 0)
        #expect(try scratch.picture("b.jpg").pixels().width == 20)
    }
}
