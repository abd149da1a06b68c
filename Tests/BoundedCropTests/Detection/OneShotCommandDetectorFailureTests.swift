import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Programs that fail or give invalid answers cause an error that names the program.
@Suite(.timeLimit(.minutes(15))) struct OneShotCommandDetectorFailureTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))

    private func expectFailure(_ detector: OneShotCommandDetector, saying text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        expectError(.detectionFailed, saying: text, sourceLocation: sourceLocation) {
            _ = try detector.features(in: Self.picture, accuracy: .low)
        }
        expectError(.detectionFailed, saying: detector.program, sourceLocation: sourceLocation) {
            _ = try detector.features(in: Self.picture, accuracy: .low)
        }
    }

    static let ends = [
        ("exit 1", "status 1"), ("echo 'no model' >&2; exit 3", "status 3: no model"),
        ("echo one >&2; echo two >&2; exit 3", "status 3: two"),
        ("echo '{\"features\": []}'; exit 4", "status 4"), ("kill -KILL $$", "status 137"), ("kill -TERM $$", "status 143"),
        ("kill -SEGV $$", "status 139"), ("nosuchprogram", "status 127"),
    ]

    @Test(arguments: ends) func reportsHowAProgramEnded(line: String, expected: String) {
        expectFailure(OneShotCommandDetector(shell: line), saying: expected)
    }

    @Test func quotesTheEndOfALongErrorOutput() {
        expectFailure(
            OneShotCommandDetector(shell: "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo ' the end' >&2; exit 1"),
            saying: "x the end"
        )
    }

    static let invalidAnswers = [
        "", "faces: 3", "[]", "null", "{}", #"{"features": {}}"#, #"{"features": null}"#, #"{"faces": []}"#,
        #"{"features": [[1, 2, 3, 4]]}"#, #"{"features": [{"x": 1, "y": 2, "width": 3}]}"#,
        #"{"features": [{"x": "1", "y": 2, "width": 3, "height": 4}]}"#, #"{"features": [{"x": NaN, "y": 2, "width": 3, "height": 4}]}"#,
        #"{"features": [{"x": null, "y": 2, "width": 3, "height": 4}]}"#, #"{"features": []} and more"#, #"{"features": ["#,
        #"{"features": [{"x": 1, "y": 2, "width": 3, "height": 4, "kind": 5}]}"#,
        #"{"features": [{"x": 1, "y": 2, "width": 1e999, "height": 4}]}"#,
    ]

    @Test(arguments: invalidAnswers) func refusesInvalidAnswers(answer: String) {
        expectFailure(OneShotCommandDetector(shell: "cat >/dev/null; printf '%s\\n' '\(answer)'"), saying: "did not answer")
    }

    static let impossible = [
        (-10.0, 0.0, 10.0, 10.0, 1.0), (300, 0, 10, 10, 1), (0, 150, 10, 10, 1), (10, 10, -5, 10, 1), (10, 10, 5, -10, 1),
        (20, 20, -5, -5, 1),
        (10, 10, 0, 10, 1), (10, 10, 10, 0, 1), (1e300, 0, 10, 10, 1), (10, 10, 10, 10, 1.01), (10, 10, 10, 10, -0.1), (10, 10, 10, 10, 90),
    ]

    @Test(arguments: impossible)
    func refusesFeaturesThatCannotBeInThePicture(x: Double, y: Double, width: Double, height: Double, confidence: Double) {
        let box = "{\"x\": \(x), \"y\": \(y), \"width\": \(width), \"height\": \(height), \"confidence\": \(confidence)}"
        expectFailure(OneShotCommandDetector(shell: "echo '{\"features\": [\(box)]}'"), saying: "which is not in the picture of 300x150")
    }

    @Test(arguments: ["yes", "yes >&2", "cat /dev/zero"]) func stopsAProgramThatNeverStopsWriting(line: String) {
        expectError(.detectionFailed, saying: "more than can be an answer") {
            _ = try OneShotCommandDetector(shell: line).features(in: Self.picture, accuracy: .low)
        }
    }

    @Test func namesAProgramThatCannotBeStarted() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(Array("#!/bin/sh\n".utf8), to: "plain")
        let orphan = try folder.write(Array("#!/no/such/interpreter\n".utf8), to: "orphan")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: orphan)
        for program in [folder.path("missing"), "no-such-program-anywhere", folder.path, plain, orphan, plain + "/below", ""] {
            expectFailure(OneShotCommandDetector(program: program), saying: "cannot be started")
        }
    }

    /// Cropping throws the detector's error.
    @Test func theCropperThrowsTheSameError() {
        expectError(.detectionFailed, saying: "status 9: out of film") {
            let detector = OneShotCommandDetector(shell: "echo 'out of film' >&2; exit 9")
            _ = try BlockingCropper(detector: detector).plan(Self.picture, for: CropRequest(width: 10, height: 10))
        }
    }
}
