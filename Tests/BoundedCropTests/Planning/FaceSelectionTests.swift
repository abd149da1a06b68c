import TestSupport
import Testing

@testable import BoundedCrop

@Suite struct FaceSelectionTests {
    private func random(_ generator: inout SeededGenerator, weights: ClosedRange<Int>) -> FaceSelectionReference {
        let limit = Int.random(in: 2...24, using: &generator)
        let faces = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            let low = Int.random(in: 0..<limit, using: &generator)
            let high = Int.random(in: low + 1...min(limit, low + 20), using: &generator)
            return FaceSelectionReference.Face(
                span: Span(low: low, high: high),
                padded: Span(
                    low: max(0, low - Int.random(in: 0...3, using: &generator)),
                    high: min(limit, high + Int.random(in: 0...3, using: &generator))
                ),
                weight: Int.random(in: weights, using: &generator)
            )
        }
        return FaceSelectionReference(faces: faces, window: Int.random(in: 1...limit, using: &generator), limit: limit)
    }

    /// Few different weights give many ties, many give few.
    @Test(arguments: [1...1, 1...3, 1...100])
    func choosesTheSameAsTryingEveryPosition(weights: ClosedRange<Int>) throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let reference = random(&generator, weights: weights)
            let start = try FaceSelection(reference).start()
            let expected = reference.start()
            #expect(start == expected, "\(reference): \(reference.score(at: start)) against \(reference.score(at: expected))")
        }
    }

    @Test(arguments: [1...1, 1...3, 1...100])
    func doesNotDependOnTheOrder(weights: ClosedRange<Int>) throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            var reference = random(&generator, weights: weights)
            let start = try FaceSelection(reference).start()
            reference.faces.shuffle(using: &generator)
            #expect(try FaceSelection(reference).start() == start, "\(reference)")
        }
    }

    /// In binary, 0.1 + 0.2 is not 0.3: which sum is larger depends on the order. These must still count as equal.
    @Test func facesWithEqualTotalWeightsTieInAnyOrder() throws {
        let left = [(20, 0.1), (30, 0.2), (40, 0.3)].map { FaceSelection.Face(low: $0, length: 10, weight: $1) }
        let right = [(100, 0.6)].map { FaceSelection.Face(low: $0, length: 10, weight: $1) }
        for faces in [left + right, right + left, left.reversed() + right] {
            #expect(try FaceSelection(faces: faces, window: 40, limit: 200).start() == 15)
        }
    }

    /// One of the two that do not fit is cut at either side of the one that does; the eyes and the mouth of the left one are near it.
    @Test func ofTwoCutFacesTheOneThatKeepsEyesAndMouthIsCut() throws {
        var faces = [(0, 60), (100, 100), (240, 60)].map { FaceSelection.Face(low: $0, length: $1, weight: $1 == 100 ? 0.6 : 0.2) }
        faces[0].features = Span(low: 30, high: 55)
        faces[2].features = Span(low: 270, high: 290)
        let start = try FaceSelection(faces: faces, window: 190, limit: 300).start()
        #expect(start <= 30 && start + 190 <= 240)
    }

    /// Every window over two adjacent equal faces, each of them too long, shows the same share: it stays on one of them.
    @Test(arguments: [7, 13, 37, 49, 50, 77, 93]) func ofTwoFacesThatAreTooLongOnlyOneIsCut(window: Int) throws {
        let faces = [FaceSelection.Face(low: 0, length: 101, weight: 0.7), FaceSelection.Face(low: 101, length: 101, weight: 0.7)]
        let start = try FaceSelection(faces: faces, window: window, limit: 202).start()
        #expect(start + window <= 101)
    }
}

extension FaceSelection {
    fileprivate init(_ reference: FaceSelectionReference) {
        self.init(
            faces: reference.faces.map { Face(span: $0.span, features: $0.span, padded: $0.padded, weight: Double($0.weight)) },
            window: reference.window,
            limit: reference.limit
        )
    }
}

extension FaceSelection.Face {
    fileprivate init(low: Int, length: Int, weight: Double) {
        let span = Span(low: low, high: low + length)
        self.init(span: span, features: span, padded: span, weight: weight)
    }
}
