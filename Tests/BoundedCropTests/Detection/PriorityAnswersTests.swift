import TestSupport
import Testing

@testable import BoundedCrop

/// Programs may give features a priority.
@Suite(.timeLimit(.minutes(15))) struct PriorityAnswersTests {
    private static let detectors: [@Sendable (String) -> any FeatureDetector] = [
        { CommandDetector(shell: WorkerLine.forEachPicture("echo '\($0)'")) },
        { OneShotCommandDetector(shell: "cat >/dev/null; echo '\($0)'") },
    ]

    private func features(_ priority: String, _ detector: (String) -> any FeatureDetector) throws -> [Feature] {
        let answer = #"{"features": [{"x": 10, "y": 20, "width": 30, "height": 40, "kind": "dog", "priority": \#(priority)}]}"#
        let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))
        return try detector(answer).features(in: picture, accuracy: .low)
    }

    @Test(arguments: [("2.5", 2.5), ("1", 1), ("1000", 1000), ("0.001", 0.001), ("null", 1)])
    func aPriorityIsAboveZeroAndAtMost1000(text: String, priority: Double) throws {
        for detector in Self.detectors { #expect(try features(text, detector).map(\.priority) == [priority]) }
    }

    @Test(arguments: ["0", "-0.0", "-1", "1000.5", "1e300"]) func otherPrioritiesAreRefused(text: String) {
        for detector in Self.detectors {
            expectError(.detectionFailed, saying: "priority") { _ = try features(text, detector) }
        }
    }
}
