import BoundedCrop
import Testing

@testable import boundedcrop_network

/// Of boxes that show the same object, the best one is kept.
@Suite struct CandidateTests {
    private func candidate(_ x: Double, score: Double, classIndex: Int = 0) throws -> Candidate {
        try #require(Candidate(Rect(x: x, y: 0, width: 10, height: 10), score: score, classIndex: classIndex, threshold: 0))
    }

    @Test func theBestOfOverlappingBoxesIsKept() throws {
        // Boxes 5 apart share 50 of 150: a third.
        let all = try [candidate(0, score: 0.5), candidate(5, score: 0.9), candidate(10, score: 0.7)]
        #expect(all.suppressed(overlap: 0.3).map(\.score) == [0.9])
        #expect(all.suppressed(overlap: 0.34).map(\.score) == [0.9, 0.7, 0.5])
    }

    @Test func boxesOfDifferentClassesAreBothKept() throws {
        let all = try [candidate(0, score: 0.5), candidate(0, score: 0.9, classIndex: 1)]
        #expect(all.suppressed(overlap: 0.3).map(\.classIndex) == [1, 0])
    }

    @Test func theOrderDoesNotDependOnThatOfTheCells() throws {
        let all = try (0..<20).map { try candidate(Double($0) * 20, score: 0.5) }
        #expect(all.reversed().suppressed(overlap: 0.3) == all.suppressed(overlap: 0.3))
    }

    @Test func anyNumberOfCandidatesIsHandled() throws {
        let one = try candidate(0, score: 0.5)
        #expect(Array(repeating: one, count: 20_000).suppressed(overlap: 1).count == 2000)
    }
}
