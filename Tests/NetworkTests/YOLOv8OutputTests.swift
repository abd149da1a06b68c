import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop_network

/// Boxes as YOLOv8 and YOLO11 export them, with values computed by hand.
@Suite struct YOLOv8OutputTests {
    /// Two boxes, with two classes each.
    private let description: NetworkDescription

    init() throws {
        description = try Self.described("")
    }

    private static func described(_ fields: String) throws -> NetworkDescription {
        try .text(#""shape": "yolov8", "strides": [16], \#(NetworkDescription.twoClasses)\#(fields)"#)
    }

    /// The output of two boxes, the first of which is nothing: the numbers of both stand beside each other.
    private func output(_ box: [Float]) -> NetworkOutput {
        NetworkOutput([1, box.count, 2], box.flatMap { [0, $0] })
    }

    @Test func aBoxIsItsCenterAndSidesInPixelsOfTheInput() throws {
        let found = try description.candidates(in: [output([20, 8, 10, 4, 0.25, 0.75])])
        try #require(found.count == 1)
        #expect(found[0].box == Rect(x: 15, y: 6, width: 10, height: 4) && found[0].score == 0.75 && found[0].classIndex == 1)
        #expect(found[0].landmarks == nil)
    }

    @Test func thereIsNoScoreOfBeingAnObject() throws {
        // At the threshold, and just below it.
        #expect(try description.candidates(in: [output([20, 8, 10, 4, 0.25, 0])]).map(\.score) == [0.25])
        #expect(try description.candidates(in: [output([20, 8, 10, 4, 0.249, 0])]).isEmpty)
    }

    @Test func masksAndKeypointsArePassedOverIfTheyAreNamed() throws {
        let described = try Self.described(#", "extra": 3"#)
        #expect(try described.candidates(in: [output([20, 8, 10, 4, 0.75, 0.25, 9, 9, 9])]).map(\.score) == [0.75])
        expectError(.detectionFailed, saying: "has the shape [1, 6, 2], not [1, 9, 2] (box, 2 classes, 3 others; cells of all strides)") {
            _ = try described.candidates(in: [output([20, 8, 10, 4, 0.75, 0.25])])
        }
        expectError(.detectionFailed, saying: "has the shape [1, 9, 2], not [1, 6, 2] (box, 2 classes): if all classes are described") {
            _ = try description.candidates(in: [output([20, 8, 10, 4, 0.75, 0.25, 9, 9, 9])])
        }
    }

    @Test(arguments: [[1, 5, 2], [1, 6, 3], [1, 2, 6], [6, 2], [2, 6, 2], [1, 6, 0]]) func otherShapesAreErrors(shape: [Int]) {
        let output = NetworkOutput(shape, Array(repeating: 0, count: shape.reduce(1, *)))
        expectError(.detectionFailed, saying: "has the shape \(output.shapeText), not [1, 6, 2]") {
            _ = try description.candidates(in: [output])
        }
    }

    static let odd: [[Float]] = [
        [.nan, 8, 10, 4, 1, 0], [20, 8, .infinity, 4, 1, 0], [20, 8, 10, 4, .nan, .nan], [20, 8, 0, 4, 1, 0], [20, 8, 10, -4, 1, 0],
        [1e20, 8, 10, 4, 1, 0],
    ]

    @Test(arguments: odd) func valuesThatNoObjectHasAreLeftOut(box: [Float]) throws {
        #expect(try description.candidates(in: [output(box)]).isEmpty)
    }
}
