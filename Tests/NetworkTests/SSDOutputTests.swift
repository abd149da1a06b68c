import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Boxes as SSD-like networks export them, with values computed by hand.
@Suite struct SSDOutputTests {
    private let description: NetworkDescription

    init() throws {
        description = try .text(
            #""shape": "ssd", "classes": [{"name": ""}, {"name": "cat"}, {"name": "dog"}]"#
        )
    }

    private func candidates(_ rows: [[Float]]) throws -> [Candidate] {
        try description.candidates(in: [NetworkOutput([1, 1, rows.count, 7], rows.flatMap(\.self))])
    }

    @Test func rowsAreClassScoreAndCorners() throws {
        let found = try candidates([[0, 2, 0.75, 0.25, 0.5, 0.75, 1], [0, -1, 0, 0, 0, 0, 0], [0, 1, 0.125, 0, 0, 1, 1]])
        try #require(found.count == 1)
        // Of an input of 32x16.
        #expect(found[0].box == Rect(x: 8, y: 8, width: 16, height: 8) && found[0].score == 0.75 && found[0].classIndex == 2)
    }

    @Test func thereMayBeNoRow() throws {
        #expect(try candidates([]).isEmpty)
    }

    static let odd: [[Float]] = [
        [0, .nan, 1, 0, 0, 1, 1], [0, 1e30, 1, 0, 0, 1, 1], [0, -5, 1, 0, 0, 1, 1], [0, 1, .nan, 0, 0, 1, 1], [0, 1, 1, .nan, 0, 1, 1],
        [0, 1, 1, 0, 0, .infinity, 1], [0, 1, 1, 1, 1, 0, 0], [0, 1, 1, 0.5, 0, 0.5, 1],
    ]

    @Test(arguments: odd) func valuesThatNoObjectHasAreLeftOut(row: [Float]) throws {
        #expect(try candidates([row]).isEmpty)
    }

    @Test func aClassThatIsNotDescribedIsAnError() {
        expectError(.detectionFailed, saying: "names the class 3, but the description has 3 classes") {
            _ = try candidates([[0, 3, 1, 0, 0, 1, 1]])
        }
    }

    /// Scores of the background, of a cat and of a dog.
    private let scores = NetworkOutput([1, 2, 3], [0.9, 0.5, 0.25, 0.9, 0.1, 0.2], name: "scores")
    private let boxes = NetworkOutput([1, 2, 4], [0, 0, 0.5, 0.5, 0, 0, 1, 1], name: "boxes")

    @Test func boxesAndScoresMayBeInEitherOrder() throws {
        for outputs in [[boxes, scores], [scores, boxes]] {
            let found = try description.candidates(in: outputs)
            try #require(found.count == 1)
            #expect(found[0].box == Rect(x: 0, y: 0, width: 16, height: 8) && found[0].score == 0.5 && found[0].classIndex == 1)
        }
    }

    @Test func otherShapesAreErrors() {
        let other = NetworkOutput([1, 3, 3], Array(repeating: 0, count: 9), name: "others")
        expectError(.detectionFailed, saying: "others has the shape [1, 3, 3], not [1, 2, 3] (3 classes of 2 boxes)") {
            _ = try description.candidates(in: [boxes, other])
        }
        expectError(.detectionFailed, saying: "others has the shape [1, 3, 3], not [1, N, 4]") {
            _ = try description.candidates(in: [other, scores])
        }
        expectError(.detectionFailed, saying: "others has the shape [1, 3, 3], not [1, 1, N, 7]") {
            _ = try description.candidates(in: [other])
        }
    }
}
