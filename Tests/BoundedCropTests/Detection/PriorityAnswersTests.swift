import TestSupport
import Testing

@testable import BoundedCrop

/// Programs may give features a priority.
@Suite(.timeLimit(.minutes(15))) struct PriorityAnswersTests {
    private func features(_ priority: String) throws -> [Feature] {
        let answer = #"{"features": [{"x": 10, "y": 20, "width": 30, "height": 40, "kind": "dog", "priority": \#(priority)}]}"#
        let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))
        return try CommandDetector(shell: "cat >/dev/null; echo '\(answer)'").features(in: picture, accuracy: .low)
    }

    @Test(arguments: [("2.5", 2.5), ("1", 1), ("1000", 1000), ("0.001", 0.001), ("null", 1)])
    func aPriorityIsAboveZeroAndAtMost1000(text: String, priority: Double) throws {
        #expect(try features(text).map(\.priority) == [priority])
    }

    @Test(arguments: ["0", "-0.0", "-1", "1000.5", "1e300"]) func otherPrioritiesAreRefused(text: String) {
        expectError(.detectionFailed, saying: "priority") { _ = try features(text) }
    }
}
