import Testing

@testable import BoundedCrop

/// What several runs of networks say of one place.
@Suite struct FaceEvidenceTests {
    private static let size = PixelSize(width: 1000, height: 800)

    private func face(_ x: Double, _ score: Double) -> Feature {
        .face(eyes: Point(x: x, y: 300), distance: 40, confidence: score)
    }

    private func faces(_ runs: [(FaceEvidence.Run, [Feature])]) -> [Feature] {
        var evidence = FaceEvidence(size: Self.size)
        for (run, candidates) in runs { evidence.add(candidates, of: run) }
        return evidence.faces.sorted { $0.rectangle.x < $1.rectangle.x }
    }

    @Test func `a higher score of CenterFace is more certain`() {
        let confidences = [0.15, 0.35, 0.6, 0.9].map { faces([(.second, [face(500, $0)])])[0].confidence }
        #expect(confidences == confidences.sorted() && confidences[0] < 0.2 && confidences[3] > 0.9)
    }

    @Test func `what both networks see is one face, and more certain than what one of them does not see`() {
        let both = faces([(.small, [face(500, 0.7)]), (.second, [face(504, 0.6)])])
        #expect(both.count == 1)
        #expect(both[0].confidence > faces([(.small, [face(500, 0.7)]), (.second, [])])[0].confidence)
    }

    @Test func `faces beside each other are two`() {
        #expect(faces([(.small, [face(300, 0.9)]), (.second, [face(300, 0.9), face(600, 0.8)])]).count == 2)
    }

    @Test func `a face in a picture turned by a quarter is as certain as in the upright one`() {
        let upright = Rect(x: 400, y: 200, width: 60, height: 90), lying = Rect(x: 400, y: 200, width: 90, height: 60)
        func confidences(_ box: Rect, isTurned: Bool) -> [Double] {
            stride(from: 0.2, to: 1, by: 0.05).map { score in
                var evidence = FaceEvidence(size: Self.size, isTurned: isTurned)
                evidence.add([Feature(box, confidence: score)], of: .small)
                return evidence.faces[0].confidence
            }
        }
        #expect(confidences(lying, isTurned: true) == confidences(upright, isTurned: false))
        #expect(confidences(lying, isTurned: false) != confidences(upright, isTurned: false))
    }

    @Test func `a candidate with a score near zero says nothing`() {
        #expect(faces([(.second, [face(500, 0.09)])]).isEmpty)
    }

    /// Evidence in which one face is clear, and one at this x is not.
    private func unclear(at x: Double, _ score: Double = 0.4) -> FaceEvidence {
        var evidence = FaceEvidence(size: Self.size)
        evidence.add([face(200, 0.95), face(x, score)], of: .small)
        evidence.add([face(200, 0.95), face(x, score)], of: .second)
        return evidence
    }

    @Test func `the unclear part is around what neither is a face nor none`() {
        let part = unclear(at: 700).unclearPart, place = face(700, 0.4).rectangle
        #expect(part.contains(place.grown(by: place.longSide)) && !part.contains(face(200, 0.95).rectangle))
        #expect(unclear(at: 700, 0.95).unclearPart.isEmpty)
        #expect(FaceEvidence(size: Self.size).unclearPart.isEmpty)
    }

    @Test func `the closer run decides in its part, and says nothing of other places`() {
        func confidences(_ closer: [Feature]) -> [Double] {
            var evidence = unclear(at: 700)
            evidence.add(closer, ofCloserRunOn: evidence.unclearPart)
            return evidence.faces.sorted { $0.rectangle.x < $1.rectangle.x }.map(\.confidence)
        }
        let before = unclear(at: 700).faces.sorted { $0.rectangle.x < $1.rectangle.x }.map(\.confidence)
        let (seen, unseen) = (confidences([face(700, 0.9)]), confidences([]))
        #expect(seen[1] > before[1] && unseen[1] < before[1])
        #expect(seen[0] == before[0] && unseen[0] == before[0])
    }

    @Test func `a face at the edge of the picture is inside a closer run on the whole of it`() {
        var evidence = FaceEvidence(size: Self.size)
        let cut = face(990, 0.4)
        #expect(cut.rectangle.maxX > Self.size.bounds.maxX)
        evidence.add([cut], of: .small)
        evidence.add([cut], of: .second)
        let before = evidence.faces[0].confidence
        evidence.add([], ofCloserRunOn: Self.size.bounds)
        #expect(evidence.faces[0].confidence < before)
    }

    @Test func `the box reaches down to the chin that the landmarks show`() throws {
        let whole = face(500, 0.9).rectangle
        var (first, second) = (face(500, 0.9), face(500, 0.8))
        // Behind a mask, both networks end their boxes at the mouth.
        let mouth = try #require(second.landmarks).leftMouthCorner.y
        first.rectangle = Rect(minX: whole.minX, minY: whole.minY, maxX: whole.maxX, maxY: mouth + 1)
        second.rectangle = first.rectangle
        let box = faces([(.small, [first]), (.second, [second])])[0].rectangle
        #expect(box.maxY > mouth + 5 && box.maxY < whole.maxY + 5)
        #expect((box.minX, box.minY, box.maxX) == (whole.minX, whole.minY, whole.maxX))
    }
}
