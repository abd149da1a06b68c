import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// Programs that behave correctly.
@Suite(.timeLimit(.minutes(15))) struct CommandDetectorTests {
    private static let example = Fixture.root.deletingLastPathComponent().appendingPathComponent("Examples/detectors/middle-third.py").path
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))

    private func answer(_ json: String) -> CommandDetector { CommandDetector(shell: "cat >/dev/null; echo '\(json)'") }

    @Test(arguments: ["photos/obama.jpg", "edges/1x1.png", "edges/3000x8.jpg", "orientations/obama_6.jpg", "composites/panorama_4to1.jpg"])
    func theExampleFindsTheMiddleOfTheUprightPicture(name: String) throws {
        let picture = try Fixture.source(name)
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        for accuracy in DetectionAccuracy.allCases {
            let features = try CommandDetector(program: Self.example).features(in: picture, accuracy: accuracy)
            let feature = try #require(features.first)
            #expect(features.count == 1 && feature.confidence == 0.9 && feature.kind.rawValue == "middle")
            let expected = [width / 3, height / 3, width / 3, height / 3]
            let box = feature.rectangle
            for (number, expected) in zip([box.x, box.y, box.width, box.height], expected) { #expect(abs(number - expected) < 1e-6) }
        }
    }

    @Test func theExampleCropsAPicture() throws {
        let plan = try BlockingCropper(detector: CommandDetector(program: Self.example))
            .plan(Self.picture, for: CropRequest(width: 50, height: 50))
        #expect(plan.crop == PixelRect(x: 75, y: 0, width: 150, height: 150) && plan.reason == .bounds)
    }

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
        let detector = CommandDetector(program: "/bin/sh", arguments: ["-c", line], limits: limits)
        #expect(try detector.features(in: Self.picture, accuracy: .low).map(\.confidence) == [0.8])
        #expect(try CommandDetector(shell: line).features(in: Self.picture, accuracy: .low).map(\.confidence) == [0.9, 0.8, 0.7, 0.6])
    }

    /// The size in the PNG's header, as the program reads it.
    @Test(arguments: [("low", "0 0 4 0 0 0 1 0"), ("high", "0 0 8 0 0 0 2 0")]) func thePictureIsShrunk(
        accuracy: String,
        size: String
    ) throws {
        let line = "od -An -tu1 -j 16 -N 8 | tr -s ' ' | sed 's/^ //' >&2; exit 3"
        let accuracy = try #require(DetectionAccuracy(rawValue: accuracy))
        expectError(.detectionFailed, saying: size) {
            _ = try CommandDetector(shell: line).features(in: Fixture.source("composites/panorama_4to1.jpg"), accuracy: accuracy)
        }
    }

    /// More than a pipe holds, in both directions at once.
    @Test func readingAndWritingDoNotDeadlock() throws {
        var noise = SeededGenerator(seed: 1)
        let picture = try noise.picture(PixelSize(width: 300, height: 300))
        let line = "head -c 300000 /dev/zero | tr '\\0' ' '; cat >/dev/null; head -c 300000 /dev/zero >&2; echo '{\"features\": []}'"
        #expect(try CommandDetector(shell: line).features(in: picture, accuracy: .low).isEmpty)
    }

    @Test(arguments: ["", "exec <&-;"]) func aProgramNeedNotReadThePicture(first: String) throws {
        var noise = SeededGenerator(seed: 2)
        let picture = try noise.picture(PixelSize(width: 300, height: 300))
        #expect(try CommandDetector(shell: first + "echo '{\"features\": []}'").features(in: picture, accuracy: .low).isEmpty)
    }

    @Test func cacheKeysIncludeProgramArgumentsAndLimits() {
        var limits = DetectionLimits()
        limits.maximumCount = 3
        let detectors = [
            CommandDetector(program: "a"), CommandDetector(program: "b"), CommandDetector(program: "a", arguments: ["b"]),
            CommandDetector(program: "a,b"), CommandDetector(program: "a", arguments: ["b", "c"]),
            CommandDetector(program: "a", arguments: ["b c"]), CommandDetector(program: "a", limits: limits),
        ]
        #expect(Set(detectors.map(\.cacheKey)).count == detectors.count)
        #expect(detectors[4].name == "command:a b c")
    }
}
