import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Boxes as YOLOX exports them, with values computed by hand.
@Suite struct YOLOXOutputTests {
    /// Eight cells of 8 pixels in two rows, then two of 16 pixels.
    private let description: NetworkDescription

    init() throws {
        description = try .text(
            #""shape": "yolox", "strides": [8, 16], \#(NetworkDescription.twoClasses)"#
        )
    }
    private static let nothing: [Float] = [0, 0, 0, 0, 0, 0, 0]

    private func candidates(_ rows: [Int: [Float]]) throws -> [Candidate] {
        try description.candidates(in: [NetworkOutput([1, 10, 7], (0..<10).flatMap { rows[$0] ?? Self.nothing })])
    }

    @Test func placesABoxInItsCell() throws {
        // Cell 6 is column 2 and row 1 of the first grid: the center is (2.5 * 8, 1.25 * 8), the sides are 8 and 8e.
        let found = try candidates([6: [0.5, 0.25, 0, 1, 0.5, 0.2, 0.8]])
        try #require(found.count == 1)
        #expect(found[0].box.isNear(Rect(x: 16, y: 10 - 10.873, width: 8, height: 21.746)))
        #expect(found[0].classIndex == 1 && abs(found[0].score - 0.4) < 1e-6)
    }

    @Test func countsOnThroughTheGrids() throws {
        // Cell 9 is column 1 of the second grid, whose cells have 16 pixels.
        let found = try candidates([9: [0, 0, 0, 0, 1, 1, 0]])
        try #require(found.count == 1)
        #expect(found[0].box == Rect(x: 8, y: -8, width: 16, height: 16) && found[0].classIndex == 0 && found[0].score == 1)
    }

    @Test func scoresBelowTheThresholdAreLeftOut() throws {
        #expect(try candidates([0: [0, 0, 0, 0, 0.5, 0.49, 0]]).isEmpty)
        #expect(try candidates([0: [0, 0, 0, 0, 0.5, 0.5, 0]]).count == 1)
    }

    static let odd: [[Float]] = [
        [.nan, 0, 0, 0, 1, 1, 0], [0, 0, .nan, 0, 1, 1, 0], [0, 0, 1000, 0, 1, 1, 0], [.infinity, 0, 0, 0, 1, 1, 0],
        [0, 1e30, 0, 0, 1, 1, 0],
        [0, 0, -1000, 0, 1, 1, 0], [0, 0, 0, 0, .nan, 1, 0], [0, 0, 0, 0, 1, .nan, .nan], [0, 0, 0, 0, -1, 1, 0],
        [0, 0, 0, 0, 1, -.infinity, -.infinity],
    ]

    @Test(arguments: odd) func valuesThatNoObjectHasAreLeftOut(row: [Float]) throws {
        #expect(try candidates([3: row]).isEmpty)
    }

    @Test func aScoreAboveOneIsOne() throws {
        #expect(try candidates([0: [0, 0, 0, 0, 3, .greatestFiniteMagnitude, 0]]).map(\.score) == [1])
    }

    static let otherShapes: [([Int], Int)] = [
        ([1, 10, 8], 80), ([1, 11, 7], 77), ([10, 7], 70), ([1, 7, 10], 70), ([1, 10, 7, 1], 70), ([], 0), ([1, 10, 7], 69),
        ([2, 10, 7], 140),
    ]

    @Test(arguments: otherShapes) func otherShapesAreErrors(shape: [Int], count: Int) {
        let output = NetworkOutput(shape, Array(repeating: 0, count: count))
        expectError(.detectionFailed, saying: "not [1, 10, 7] (cells of all strides, box, object and 2 classes)") {
            _ = try description.candidates(in: [output])
        }
        expectError(.detectionFailed, saying: output.shapeText) { _ = try description.candidates(in: [output]) }
    }
}
