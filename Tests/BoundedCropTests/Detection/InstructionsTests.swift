import CCalls
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// Crops are the same with the instructions of every processor. All other tests use the best that this one has.
@Suite(.timeLimit(.minutes(15))) struct InstructionsTests {
    private static func pictures() throws -> [Fixture.Labeled] {
        try (Fixture.labeled("photos/") + Fixture.labeled("composites/")).filter { !$0.faces.isEmpty }
    }

    private static let aspects = [(1, 1), (16, 9), (4, 5), (3, 1), (1, 3)].map { AspectRatio($0, $1) }

    private static func has(_ instructions: Int) -> Bool { bc_best_instructions() >= Int32(instructions) }

    @Test(arguments: try pictures()) func whatEveryProcessorHasCropsAsTheBestDoes(picture: Fixture.Labeled) throws {
        try expectEqualCrops(of: picture, with: BC_BASIC_INSTRUCTIONS)
    }

    @Test(.enabled(if: has(BC_AVX2), "This processor does not have AVX2."), arguments: try pictures())
    func avx2CropsAsTheBestDoes(picture: Fixture.Labeled) throws {
        try expectEqualCrops(of: picture, with: BC_AVX2)
    }

    @Test(.enabled(if: has(BC_AVX512), "This processor does not have AVX-512."), arguments: try pictures())
    func avx512CropsAsTheBestDoes(picture: Fixture.Labeled) throws {
        try expectEqualCrops(of: picture, with: BC_AVX512)
    }

    @Test func instructionsThatTheProcessorLacksAreNotUsed() {
        let best = bc_best_instructions()
        Self.limited(to: BC_AVX512) { #expect(bc_instructions() == best) }
        Self.limited(to: BC_BASIC_INSTRUCTIONS) { #expect(bc_instructions() == Int32(BC_BASIC_INSTRUCTIONS)) }
        #expect(bc_instructions() == best)
    }

    private func expectEqualCrops(of picture: Fixture.Labeled, with instructions: Int) throws {
        let best = try Self.features(in: picture)
        let features = try Self.limited(to: instructions) {
            #expect(bc_instructions() == Int32(instructions))
            return try Self.features(in: picture)
        }
        try #require(features.count == best.count)
        for (feature, other) in zip(features, best) { #expect(abs(feature.confidence - other.confidence) < 0.001) }
        let size = try Fixture.source(picture.file).size
        for request in Self.aspects.map({ CropRequest(.aspect($0)) }) {
            let crop = try CropPlanner.plan(features: features, size: size, request: request).crop
            #expect(try crop == CropPlanner.plan(features: best, size: size, request: request).crop, "\(request.shape)")
        }
    }

    private static func features(in picture: Fixture.Labeled) throws -> [Feature] {
        try YuNetDetector().features(in: Fixture.source(picture.file), accuracy: .low)
    }

    /// Runs a body whose loops use these instructions, on this thread.
    private static func limited<Result>(to instructions: Int, _ body: () throws -> Result) rethrows -> Result {
        bc_limit_instructions(Int32(instructions))
        defer { bc_limit_instructions(Int32(BC_AVX512)) }
        return try body()
    }
}
