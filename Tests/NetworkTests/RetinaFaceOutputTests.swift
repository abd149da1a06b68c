import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Faces as RetinaFace exports them, with values computed by hand.
@Suite struct RetinaFaceOutputTests {
    /// Eight cells of 8 pixels with squares of 10 and 20, and two of 16 with squares of 40: 18 rows.
    private let description: NetworkDescription

    init() throws {
        description = try .text(#""shape": "retinaface", "strides": [8, 16], "sizes": [[10, 20], [40]]"#)
    }

    /// Boxes, scores and landmarks; nothing but zeros apart from one row.
    private func outputs(row: Int, _ parts: [[Float]], batch: [Int] = [1]) -> [NetworkOutput] {
        zip(parts, ["loc", "conf", "landms"]).map { part, name in
            var values = [Float](repeating: 0, count: 18 * part.count)
            values.replaceSubrange((row * part.count)..<((row + 1) * part.count), with: part)
            return NetworkOutput(batch + [18, part.count], values, name: name)
        }
    }

    private static let points: [Float] = [-1, -1, 1, -1, 0, 0, -1, 1, 1, 1]
    private static let face: [[Float]] = [[1, -1, 0, 0], [0.25, 0.75], points]

    @Test(arguments: [[1], []]) func placesAreTenthsOfTheSquareFromItsCenter(batch: [Int]) throws {
        // Row 3 is the square of 20 pixels around the center of column 1, at 12, 4.
        let found = try description.candidates(in: outputs(row: 3, Self.face, batch: batch))
        try #require(found.count == 1)
        #expect(found[0].box.isNear(Rect(x: 4, y: -8, width: 20, height: 20)) && found[0].score == 0.75, "\(found)")
        let expected = [(10, 2), (14, 2), (12, 4), (10, 6), (14, 6)].map { Point(x: $0.0, y: $0.1) }
        #expect(found[0].landmarks == expected)
    }

    @Test func sidesArePowersOfFifths() throws {
        // Row 17 is the square of 40 pixels around the center of the last cell, at 24, 8. Five times ln 2 doubles a side.
        let double: Float = 5 * 0.693_147_2
        let found = try description.candidates(in: outputs(row: 17, [[0, 0, double, -double], [0, 1], Self.points]))
        #expect(found.count == 1 && found[0].box.isNear(Rect(x: -16, y: -2, width: 80, height: 20)), "\(found)")
    }

    @Test func theOrderOfTheOutputsDoesNotMatter() throws {
        let outputs = outputs(row: 0, Self.face)
        let expected = try description.candidates(in: outputs)
        #expect(expected.count == 1)
        #expect(try description.candidates(in: outputs.reversed()) == expected)
    }

    @Test func theBackgroundIsNoFace() throws {
        #expect(try description.candidates(in: outputs(row: 3, [[0, 0, 0, 0], [0.9, 0.1], Self.points])).isEmpty)
    }

    /// The grid of a stride is rounded up: 5 by 3 cells and 3 by 2, with two squares each.
    @Test func theInputNeedNotBeAMultipleOfTheStrides() throws {
        let text = #""shape": "retinaface", "strides": [8, 16], "sizes": [[10, 20], [30, 40]]"#
        let description = try NetworkDescription.text(text, input: (40, 20))
        let outputs = [4, 2, 10].map { NetworkOutput([1, 42, $0], Array(repeating: 0, count: 42 * $0)) }
        #expect(try description.candidates(in: outputs).isEmpty)
    }

    static let odd: [[[Float]]] = [
        [[.nan, 0, 0, 0], [0, 1], points], [[0, 0, 999, 0], [0, 1], points], [[0, 0, 0, 0], [0, .nan], points],
        [[0, 0, 0, 0], [0, 1], Array(repeating: .infinity, count: 10)], [[1e20, 0, 0, 0], [0, 1], points],
    ]

    @Test(arguments: odd) func valuesThatNoFaceHasAreLeftOut(parts: [[Float]]) throws {
        #expect(try description.candidates(in: outputs(row: 5, parts)).isEmpty)
    }

    @Test func otherShapesAreErrorsThatNameAllOutputs() {
        var outputs = outputs(row: 0, Self.face)
        outputs[2] = NetworkOutput([1, 18, 8], Array(repeating: 0, count: 144), name: "landms")
        let message = "no output has the shape [1, 18, 10] (landmarks), of loc [1, 18, 4], conf [1, 18, 2], landms [1, 18, 8]"
        expectError(.detectionFailed, saying: message) { _ = try description.candidates(in: outputs) }
    }
}
