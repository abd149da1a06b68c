import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Faces as SCRFD exports them, with values computed by hand.
@Suite struct SCRFDOutputTests {
    /// Eight cells of 8 pixels and two of 16, with two boxes each.
    private let description: NetworkDescription

    init() throws {
        description = try .text(#""shape": "scrfd", "strides": [8, 16]"#)
    }

    /// Scores of both strides, boxes and landmarks; nothing but zeros apart from one row. Without a length of 1 before the others, as in what
    /// the project exports, or with it.
    private func outputs(level: Int, row: Int, _ parts: [[Float]], batch: [Int] = []) -> [NetworkOutput] {
        zip(parts, ["score", "bbox", "kps"]).flatMap { part, name in
            [16, 4].enumerated().map { index, count in
                var values = [Float](repeating: 0, count: count * part.count)
                if index == level { values.replaceSubrange((row * part.count)..<((row + 1) * part.count), with: part) }
                return NetworkOutput(batch + [count, part.count], values, name: name)
            }
        }
    }

    private static let points: [Float] = [-0.25, 0.5, 0.25, 0.5, 0, 0.75, -0.25, 1, 0.25, 1]
    private static let face: [[Float]] = [[0.75], [0.5, 0.25, 0.5, 0.75], points]

    @Test(arguments: [[], [1]]) func sidesAndPointsAreCellsFromTheCorner(batch: [Int]) throws {
        // Row 3 of the second level is the second box of column 1, whose corner is at 16, 0.
        let found = try description.candidates(in: outputs(level: 1, row: 3, Self.face, batch: batch))
        try #require(found.count == 1)
        #expect(found[0].box == Rect(x: 8, y: -4, width: 16, height: 16) && found[0].score == 0.75 && found[0].classIndex == 0)
        #expect(found[0].landmarks == [(12, 8), (20, 8), (16, 12), (12, 16), (20, 16)].map { Point(x: $0.0, y: $0.1) })
    }

    @Test func theOrderOfTheOutputsDoesNotMatter() throws {
        let outputs = outputs(level: 0, row: 9, Self.face)
        let expected = try description.candidates(in: outputs)
        // Row 9 is in column 0 of row 1, with 8 pixels.
        #expect(expected.map(\.box) == [Rect(x: -4, y: 6, width: 8, height: 8)])
        #expect(try description.candidates(in: outputs.reversed()) == expected)
    }

    @Test func landmarksMayBeMissing() throws {
        let found = try description.candidates(in: outputs(level: 0, row: 0, Array(Self.face.prefix(2))))
        #expect(found.count == 1 && found[0].landmarks == nil)
    }

    @Test func scoresBelowTheThresholdAreLeftOut() throws {
        #expect(try description.candidates(in: outputs(level: 0, row: 0, [[0.24]] + Self.face.dropFirst())).isEmpty)
    }

    static let odd: [[[Float]]] = [
        [[.nan], [1, 1, 1, 1], points], [[1], [.nan, 1, 1, 1], points], [[1], [0, 0, 0, 0], points], [[1], [-1, 1, -1, 1], points],
        [[1], [1, 1, .infinity, 1], points], [[1], [1, 1, 1, 1], Array(repeating: .nan, count: 10)],
    ]

    @Test(arguments: odd) func valuesThatNoFaceHasAreLeftOut(parts: [[Float]]) throws {
        #expect(try description.candidates(in: outputs(level: 0, row: 7, parts)).isEmpty)
    }

    @Test func otherShapesAreErrorsThatNameAllOutputs() {
        var outputs = outputs(level: 0, row: 0, Self.face)
        outputs[3] = NetworkOutput([5, 4], Array(repeating: 0, count: 20), name: "bbox")
        expectError(.detectionFailed, saying: "no output has the shape [1, 4, 4] (boxes of the stride 16), of score [16, 1]") {
            _ = try description.candidates(in: outputs)
        }
    }
}
