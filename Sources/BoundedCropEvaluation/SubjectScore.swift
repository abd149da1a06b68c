package import BoundedCrop

/// How much of the marked subjects crops keep: means over photos and aspects of the share of the subjects' area, each times its weight.
package struct SubjectScore: Sendable {
    /// The share that the crops keep, 0...1; 1 when no crop was counted.
    package var kept: Double { mean(keptShares) }
    /// The share that crops around the center keep, 0...1: the baseline.
    package var center: Double { mean(centerShares) }
    /// The share that the best windows keep, 0...1: an upper bound for every way to crop.
    package var best: Double { mean(bestShares) }
    /// What is kept as a share of what could be kept, 0...1; 1 when no crop was counted.
    package var ofBest: Double { best > 0 ? kept / best : 1 }

    /// How many crops were counted.
    package var count: Int { keptShares.count }

    private var keptShares: [Double] = []
    private var centerShares: [Double] = []
    private var bestShares: [Double] = []

    /// A score of no crops.
    package init() {}

    /// Counts one crop. It is left out when no subject is inside the picture.
    /// - Parameters:
    ///   - crop: the crop, in pixels of the upright picture.
    ///   - aspect: the aspect that was asked for.
    ///   - subjects: what the crop should show.
    ///   - size: the size of the upright picture.
    /// - Throws: `invalidArgument` for an aspect that the picture cannot have.
    package mutating func add(_ crop: PixelRect, _ aspect: AspectRatio, _ subjects: [MarkedSubject], in size: PixelSize) throws {
        let visible = subjects.map { MarkedSubject($0.rectangle.intersection(size.bounds), weight: $0.weight) }
        let total = visible.shown(in: size.bounds)
        guard total > 0 else { return }
        let center = try BestWindow.center(aspect, in: size)
        let best = try BestWindow.crop(aspect, subjects: visible, in: size)
        keptShares.append(visible.shown(in: crop.rect) / total)
        centerShares.append(visible.shown(in: center.rect) / total)
        bestShares.append(visible.shown(in: best.rect) / total)
    }

    /// Counts the crops of another score as well.
    mutating func add(_ other: SubjectScore) {
        keptShares += other.keptShares
        centerShares += other.centerShares
        bestShares += other.bestShares
    }

    private func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 1 : values.reduce(0, +) / Double(values.count)
    }
}
