import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Faces as YuNet exports them, with values computed by hand.
@Suite struct YuNetOutputTests {
    /// Two cells of 16 pixels and eight of 8.
    private let description: NetworkDescription

    init() throws {
        description = try .text(
            #""shape": "yunet", "strides": [8, 16]"#
        )
    }

    /// Class, object, box and landmarks; nothing but zeros apart from one cell.
    private func outputs(level: Int, cell: Int, _ parts: [[Float]]) -> [NetworkOutput] {
        zip(parts, ["cls", "obj", "bbox", "kps"]).flatMap { part, name in
            [8, 2].enumerated().map { index, count in
                var values = [Float](repeating: 0, count: count * part.count)
                if index == level { values.replaceSubrange((cell * part.count)..<((cell + 1) * part.count), with: part) }
                return NetworkOutput([1, count, part.count], values, name: name)
            }
        }
    }

    private static let points: [Float] = [0.25, 0.5, 0.75, 0.5, 0.5, 0.75, 0.25, 1, 0.75, 1]

    @Test func decodesBoxAndLandmarks() throws {
        // Cell 1 of the second level is column 1, with 16 pixels. The score is the root of 0.5 * 0.125.
        let found = try description.candidates(in: outputs(level: 1, cell: 1, [[0.5], [0.125], [0.5, 0.5, 0, 0], Self.points]))
        try #require(found.count == 1)
        #expect(found[0].box == Rect(x: 16, y: 0, width: 16, height: 16) && found[0].score == 0.25 && found[0].classIndex == 0)
        let expected = [(20, 8), (28, 8), (24, 12), (20, 16), (28, 16)].map { Point(x: $0.0, y: $0.1) }
        #expect(found[0].landmarks == expected)
    }

    static let odd: [[[Float]]] = [
        [[.nan], [1], [0, 0, 0, 0], points], [[1], [.nan], [0, 0, 0, 0], points], [[1], [-5], [0, 0, 0, 0], points],
        [[1], [1], [0, 0, .nan, 0], points], [[1], [1], [0, 0, 0, 999], points],
        [[1], [1], [0, 0, 0, 0], Array(repeating: .nan, count: 10)], [[1], [1], [0, 0, 0, 0], Array(repeating: 1e20, count: 10)],
    ]

    @Test(arguments: odd) func valuesThatNoFaceHasAreLeftOut(parts: [[Float]]) throws {
        #expect(try description.candidates(in: outputs(level: 0, cell: 7, parts)).isEmpty)
    }

    @Test func scoresAboveOneCountAsOne() throws {
        let found = try description.candidates(in: outputs(level: 0, cell: 0, [[1.5], [9], [0.5, 0.5, 0, 0], Self.points]))
        #expect(found.map(\.score) == [1])
    }

    @Test func otherShapesAreErrors() {
        var outputs = outputs(level: 0, cell: 0, [[0], [0], [0, 0, 0, 0], Self.points])
        outputs[6] = NetworkOutput([1, 8, 8], Array(repeating: 0, count: 64), name: "kps")
        expectError(.detectionFailed, saying: "kps has the shape [1, 8, 8], not [1, 8, 10] (landmarks of the stride 8)") {
            _ = try description.candidates(in: outputs)
        }
    }
}
