import BoundedCrop
import BoundedCropEvaluation
import TestSupport
import Testing

/// What the default detector must find in harder pictures. `Scripts/make-hard-set` makes more of them, for measuring.
@Suite(.timeLimit(.minutes(15))) struct HardGateTests {
    struct Limit: Sendable, CustomTestStringConvertible {
        let variant: HardVariant
        /// How many of the twelve faces must be found.
        let low: Int
        let high: Int

        var testDescription: String { variant.rawValue }
    }

    static let limits = [
        Limit(variant: .upright, low: 11, high: 11),
        Limit(variant: .turned45, low: 11, high: 11),
        Limit(variant: .turned90, low: 11, high: 11),
        Limit(variant: .turned180, low: 11, high: 11),
        Limit(variant: .turned225, low: 11, high: 11),
        Limit(variant: .turned270, low: 11, high: 11),
        Limit(variant: .mirrored, low: 11, high: 11),
        Limit(variant: .dark, low: 11, high: 11),
        Limit(variant: .gray, low: 11, high: 11),
        Limit(variant: .jpeg20, low: 11, high: 11),
        Limit(variant: .noisy, low: 11, high: 11),
        Limit(variant: .blurred, low: 11, high: 11),
        Limit(variant: .sunglasses, low: 11, high: 11),
        Limit(variant: .mask, low: 11, high: 11),
        Limit(variant: .cut, low: 11, high: 11),
        Limit(variant: .icon, low: 11, high: 11),
        // Low accuracy searches from 5% on.
        Limit(variant: .small2, low: 4, high: 9),
        Limit(variant: .small4, low: 8, high: 11),
    ]

    /// The share of face area by which crops at high accuracy may fall behind: a box a few pixels away moves a crop's edge.
    static let rounding = 0.01

    @Test(.enabled(if: PackageFiles.hasPhotos, "../shared/photos is missing"), arguments: limits)
    func hardFacesAreFoundAndKept(limit: Limit) throws {
        let hard = try HardPhotos(limit.variant)
        let (low, high) = (try evaluate(hard, .low), try evaluate(hard, .high))
        #expect(low.detection.recall.whole == 12 && low.unreadable.isEmpty && high.unreadable.isEmpty)
        #expect(low.detection.recall.part >= limit.low)
        #expect(high.detection.recall.part >= limit.high)
        let kept = try [low, high].map { try #require($0.kinds.first).crops.reached.areaKept }
        #expect(kept[1] >= kept[0] - Self.rounding)
        try withExtendedLifetime(hard) { try AccuracyTests.check(hard.photos) }
    }

    @Test func everyVariantHasALimit() {
        #expect(Self.limits.map(\.variant) == HardVariant.allCases)
    }

    private func evaluate(_ hard: HardPhotos, _ accuracy: DetectionAccuracy) throws -> Evaluation {
        try Evaluation(of: .init(detector: RememberingDetector(YuNetDetector()), accuracy: accuracy), on: hard.photos)
    }
}
