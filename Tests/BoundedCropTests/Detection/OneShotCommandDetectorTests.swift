import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// Programs that behave correctly.
@Suite(.timeLimit(.minutes(15))) struct OneShotCommandDetectorTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))

    private func answer(_ json: String) -> OneShotCommandDetector { OneShotCommandDetector(shell: "cat >/dev/null; echo '\(json)'") }

    @Test func optionalFieldsMayBeOmitted() throws {
        let features = try answer(#"{"features": [{"x": 10, "y": 20, "width": 30, "height": 40}]}"#).features(
            in: Self.picture,
            accuracy: .low
        )
        #expect(features == [Feature(Rect(x: 10, y: 20, width: 30, height: 40), confidence: 1, kind: .face)])
    }

    @Test func findingNothingIsNotAnError() throws {
        #expect(try answer(#"{"features": []}"#).features(in: Self.picture, accuracy: .low).isEmpty)
    }

    /// Keys that a later version of the protocol may add, and whitespace around the answer.
    @Test func ignoresUnknownKeys() throws {
        let json = #"  {"version": 2, "features": [{"x": 1.5, "y": 2, "width": 3, "height": 4, "label": "cat"}]}  "#
        #expect(try answer(json).features(in: Self.picture, accuracy: .low).map(\.rectangle) == [Rect(x: 1.5, y: 2, width: 3, height: 4)])
    }

    @Test func aRectangleMayExtendBeyondThePicture() throws {
        let features = try answer(#"{"features": [{"x": -10, "y": 100, "width": 50, "height": 90}]}"#).features(
            in: Self.picture,
            accuracy: .low
        )
        #expect(features.map(\.rectangle) == [Rect(x: -10, y: 100, width: 50, height: 90)])
    }

    @Test func limitsApply() throws {
        let boxes = (0..<4).map { "{\"x\": \($0 * 60), \"y\": 0, \"width\": 40, \"height\": \(20 + $0 * 20), \"confidence\": 0.\(9 - $0)}" }
        let line = "cat >/dev/null; echo '{\"features\": [\(boxes.joined(separator: ","))]}'"
        var limits = DetectionLimits()
        limits.minimumConfidence = 0.7
        limits.minimumSize = 0.1
        limits.maximumCount = 1
        let detector = OneShotCommandDetector(program: "/bin/sh", arguments: ["-c", line], limits: limits)
        #expect(try detector.features(in: Self.picture, accuracy: .low).map(\.confidence) == [0.8])
        #expect(
            try OneShotCommandDetector(shell: line).features(in: Self.picture, accuracy: .low).map(\.confidence) == [0.9, 0.8, 0.7, 0.6]
        )
    }

    /// The size in the PNG's header, as the program reads it.
    @Test(arguments: [("low", "0 0 4 0 0 0 1 0"), ("high", "0 0 8 0 0 0 2 0")]) func thePictureIsShrunk(
        accuracy: String,
        size: String
    ) throws {
        let line = "od -An -tu1 -j 16 -N 8 | tr -s ' ' | sed 's/^ //' >&2; exit 3"
        let accuracy = try #require(DetectionAccuracy(rawValue: accuracy))
        expectError(.detectionFailed, saying: size) {
            _ = try OneShotCommandDetector(shell: line).features(in: Fixture.source("composites/panorama_4to1.jpg"), accuracy: accuracy)
        }
    }

    /// More than a pipe holds, in both directions at once.
    @Test func readingAndWritingDoNotDeadlock() throws {
        var noise = SeededGenerator(seed: 1)
        let picture = try noise.picture(PixelSize(width: 300, height: 300))
        let line = "head -c 300000 /dev/zero | tr '\\0' ' '; cat >/dev/null; head -c 300000 /dev/zero >&2; echo '{\"features\": []}'"
        #expect(try OneShotCommandDetector(shell: line).features(in: picture, accuracy: .low).isEmpty)
    }

    @Test(arguments: ["", "exec <&-;"]) func aProgramNeedNotReadThePicture(first: String) throws {
        var noise = SeededGenerator(seed: 2)
        let picture = try noise.picture(PixelSize(width: 300, height: 300))
        #expect(try OneShotCommandDetector(shell: first + "echo '{\"features\": []}'").features(in: picture, accuracy: .low).isEmpty)
    }

    @Test func cacheKeysIncludeProgramArgumentsAndLimits() {
        var limits = DetectionLimits()
        limits.maximumCount = 3
        let detectors = [
            OneShotCommandDetector(program: "a"), OneShotCommandDetector(program: "b"),
            OneShotCommandDetector(program: "a", arguments: ["b"]),
            OneShotCommandDetector(program: "a,b"), OneShotCommandDetector(program: "a", arguments: ["b", "c"]),
            OneShotCommandDetector(program: "a", arguments: ["b c"]), OneShotCommandDetector(program: "a", limits: limits),
        ]
        #expect(Set(detectors.map(\.cacheKey)).count == detectors.count)
        #expect(detectors[4].name == "once:a b c")
    }
}
