import TestSupport
import Testing

@testable import BoundedCrop

/// Programs that fail cause an error for one picture; the next one gets a new process.
@Suite(.timeLimit(.minutes(15))) struct CommandDetectorFailureTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 30, height: 15), filledWith: (20, 40, 60, 255))
    private static let unlucky = PixelBuffer(size: PixelSize(width: 13, height: 15), filledWith: (20, 40, 60, 255))

    private func widths(_ detector: CommandDetector) throws -> [Double] {
        try detector.features(in: Self.picture, accuracy: .low).map(\.rectangle.width)
    }

    /// Asks about a picture that goes well, one that does not, and another two; the program counts its pictures from 1.
    private func expectFailure(
        doing body: String,
        saying text: String,
        endLimit: Duration = .seconds(600),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let line = WorkerLine.forEachPicture("\(WorkerLine.ifUnlucky(body)); \(WorkerLine.counted)")
        let detector = CommandDetector(shell: line, endLimit: endLimit)
        #expect(try widths(detector) == [1], sourceLocation: sourceLocation)
        for said in [text, "the detector /bin/sh "] {
            expectError(.detectionFailed, saying: said, sourceLocation: sourceLocation) {
                _ = try detector.features(in: Self.unlucky, accuracy: .low)
            }
        }
        #expect(try widths(detector) == [1], sourceLocation: sourceLocation)
        #expect(try widths(detector) == [2], sourceLocation: sourceLocation)
    }

    static let ends = [
        ("exit 3", "ended with status 3 and no answer"), ("exit 0", "ended with status 0 and no answer"),
        ("kill -KILL $$", "status 137"), ("kill -SEGV $$", "status 139"),
        ("echo one >&2; echo two >&2; exit 3", "status 3 and no answer; its standard error ends with “two”"),
        ("printf half; exit 4", "status 4"),
    ]

    @Test(arguments: ends) func reportsHowAProgramEnded(body: String, expected: String) throws {
        try expectFailure(doing: body, saying: expected)
    }

    @Test func aProgramThatClosesItsOutputNeedNotEnd() throws {
        let said = "closed its standard output without an answer"
        try expectFailure(doing: "exec >&-; exec sleep 1000", saying: said, endLimit: .milliseconds(50))
    }

    static let invalidAnswers = [
        "", "faces: 3", #"{"features": [], "number": "1"}"#, #"{"features": [], "number": 1.5}"#, "[]", "null", "{}", #"{"features": {}}"#,
        #"{"features": null}"#, #"{"faces": []}"#, #"{"error": 5}"#,
        #"{"error": null}"#, #"{"features": [{"x": 1, "y": 2, "width": 3}]}"#,
        #"{"features": [{"x": NaN, "y": 2, "width": 3, "height": 4}]}"#, #"{"features": [{"x": 1, "y": 2, "width": 1e999, "height": 4}]}"#,
        #"{"features": [{"x": null, "y": 2, "width": 3, "height": 4}]}"#, #"{"features": []} and more"#, #"{"features": ["#,
    ]

    @Test(arguments: invalidAnswers) func refusesInvalidAnswers(answer: String) throws {
        try expectFailure(doing: "echo why >&2; printf '%s\\n' '\(answer)'", saying: "did not answer {\"features\"")
    }

    @Test func quotesAnInvalidAnswerAndTheStandardError() throws {
        try expectFailure(
            doing: "echo why >&2; printf 'maybe\\n'",
            saying: "but “maybe”; its standard error ends with “why”"
        )
    }

    @Test(arguments: [#"{"features": []}\n\n"#, #"{"features": []}\n{"features": []}\n"#, #"maybe\nmaybe\n"#])
    func refusesMoreThanOneLine(text: String) throws {
        try expectFailure(doing: "env printf '\(text)'", saying: "wrote more than one line for one picture")
    }

    /// The unlucky picture is the second one of its process.
    @Test(arguments: [
        (#"{"number": 0, "features": []}"#, 0), (#"{"number": 3, "error": "late"}"#, 3), (#"{"number": -9, "features": []}"#, -9),
    ])
    func refusesTheAnswerToAnotherPicture(answer: String, number: Int) throws {
        try expectFailure(doing: "echo '\(answer)'; exec sleep 1000", saying: "answered picture \(number) instead of 2")
    }

    static let impossible = [
        (-10.0, 0.0, 10.0, 10.0, 1.0), (13, 0, 10, 10, 1), (0, 15, 10, 10, 1), (1, 1, -5, 10, 1), (1, 1, 0, 10, 1), (1e300, 0, 10, 10, 1),
        (1, 1, 1e308, 1e308, 1.01), (1, 1, 10, 10, -0.1), (1, 1, 10, 10, 90),
    ]

    @Test(arguments: impossible)
    func refusesFeaturesThatCannotBeInThePicture(x: Double, y: Double, width: Double, height: Double, confidence: Double) throws {
        let box = "{\"x\": \(x), \"y\": \(y), \"width\": \(width), \"height\": \(height), \"confidence\": \(confidence)}"
        try expectFailure(doing: "echo '{\"features\": [\(box)]}'", saying: "which is not in the picture of 13x15")
    }

    @Test(arguments: ["exec cat /dev/zero", "exec yes"]) func stopsAProgramThatNeverStopsWriting(line: String) {
        expectError(.detectionFailed, saying: "wrote more than") { _ = try widths(CommandDetector(shell: line)) }
    }

    /// A program that reads to the end does not answer before that.
    @Test func aProgramOfTheOtherContractIsToldFromASlowOne() throws {
        let other = CommandDetector(shell: "echo waiting >&2; cat >/dev/null; \(WorkerLine.nothing)", timeLimit: .milliseconds(300))
        for text in ["took longer than", "; a program that reads its input to the end must be named “once:/bin/sh”"] {
            expectError(.detectionFailed, saying: text) { _ = try widths(other) }
        }
        let slow = CommandDetector(
            shell: WorkerLine.forEachPicture(WorkerLine.ifUnlucky("exec sleep 1000") + "; " + WorkerLine.counted),
            timeLimit: .milliseconds(50),
            startLimit: .seconds(600)
        )
        #expect(try widths(slow) == [1])
        let error = #expect(throws: BoundedCropError.self) { _ = try slow.features(in: Self.unlucky, accuracy: .low) }
        #expect(error?.message == "the detector /bin/sh took longer than 0.05 seconds")
    }

    @Test func namesAProgramThatCannotBeStarted() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(Array("#!/bin/sh\n".utf8), to: "plain")
        for program in [folder.path("missing"), "no-such-program-anywhere", folder.path, plain, plain + "/below", ""] {
            for text in ["cannot be started", program] {
                expectError(.detectionFailed, saying: text) { _ = try widths(CommandDetector(program: program)) }
            }
        }
    }
}
