import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Boxes as NanoDet-Plus exports them, with values computed by hand.
@Suite struct NanoDetOutputTests {
    /// Two cells of 16 pixels, each with two classes and four distributions of three numbers.
    private let description: NetworkDescription

    init() throws {
        description = try .text(
            #""shape": "nanodet", "strides": [16], \#(NetworkDescription.twoClasses)"#
        )
    }

    private func candidates(_ row: [Float]) throws -> [Candidate] {
        try description.candidates(in: [NetworkOutput([1, 2, 14], Array(repeating: 0, count: 14) + row)])
    }

    @Test func distancesAreTheMeansOfTheirDistributions() throws {
        // Equal values: a mean of 1 cell. Values of 0, 0 and ln 2: (0 + 1 + 2 * 2) / 4 = 1.25 cells. A large one: its place.
        let log: Float = 0.693_147_2
        let found = try candidates([0.1, 0.75] + [0, 0, 0] + [5, 5, 5] + [0, 0, log] + [0, 0, 500])
        try #require(found.count == 1)
        // The second cell's corner is at 16, 0.
        #expect(found[0].box.isNear(Rect(x: 0, y: -16, width: 36, height: 48)), "\(found)")
        #expect(found[0].score == 0.75 && found[0].classIndex == 1)
    }

    @Test func theGridIsRoundedUp() throws {
        let description = try NetworkDescription.text(
            #""shape": "nanodet", "strides": [8, 64], \#(NetworkDescription.twoClasses)"#,
            input: (100, 20)
        )
        // 13 by 3 cells of 8 pixels, and 2 by 1 of 64.
        let output = NetworkOutput([1, 41, 10], Array(repeating: 0, count: 410))
        #expect(try description.candidates(in: [output]).isEmpty)
    }

    static let odd: [[Float]] = [
        [.nan, .nan] + Array(repeating: 0, count: 12), [1, 0, .nan] + Array(repeating: 0, count: 11),
        [1, 0] + Array(repeating: .nan, count: 12), [1, 0] + Array(repeating: .infinity, count: 12),
        [1, 0] + Array(repeating: -.infinity, count: 12),
        // A box without an area.
        [1, 0] + [9, 0, 0, 9, 0, 0, 9, 0, 0, 9, 0, 0].map { $0 * 1000 },
    ]

    @Test(arguments: odd) func valuesThatNoObjectHasAreLeftOut(row: [Float]) throws {
        #expect(try candidates(row).isEmpty)
    }

    @Test(arguments: [[1, 2, 13], [1, 2, 6], [1, 2, 2], [1, 3, 14], [2, 14], [1, 2, 0]]) func otherShapesAreErrors(shape: [Int]) {
        let output = NetworkOutput(shape, Array(repeating: 0, count: shape.reduce(1, *)))
        expectError(.detectionFailed, saying: "has the shape \(output.shapeText), not [1, 2, ") {
            _ = try description.candidates(in: [output])
        }
    }
}
