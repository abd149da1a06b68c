internal import CLibrary

/// Determines which detections become features.
public struct DetectionLimits: Hashable, Sendable, Codable {
    /// The minimum confidence, 0...1. Built-in detectors are calibrated so that precision and recall balance best at 0.5 on labeled photos.
    public var minimumConfidence = 0.5
    /// The minimum height as a fraction of the picture's long side. Nil derives it from the accuracy: detectors search from 5% at low and
    /// 2% at high accuracy, and smaller detections are kept.
    public var minimumSize: Double?
    /// The maximum number of features; if there are more, those with the highest confidence are kept.
    public var maximumCount = 1000
    /// How much a detector's ``FeatureDetector/forHiding`` finds.
    package var hiding = HidingExtent.likely
    /// Whether detections of one place are all kept, and however many there are.
    private(set) var keepsAll = false

    private enum CodingKeys: String, CodingKey {
        case minimumConfidence, minimumSize, maximumCount
    }

    /// Creates the default limits: a confidence of at least 0.5, a minimum size that depends on the accuracy, at most 1000 features.
    public init() {}

    func minimumSize(at accuracy: DetectionAccuracy) -> Double {
        minimumSize ?? (accuracy == .low ? 0.05 : 0.02)
    }

    /// The same size for hiding, where a surer false alarm must not take the place of a feature. The confidence is the same, too, unless
    /// anything is hidden: what is likely depends on the detector.
    var forHiding: DetectionLimits { forHiding(from: hiding == .anything ? hiding.least(minimumConfidence) : minimumConfidence) }

    /// - Parameter confidence: The least confidence.
    func forHiding(from confidence: Double) -> DetectionLimits {
        guard !keepsAll else { return self }
        var limits = self
        (limits.keepsAll, limits.minimumConfidence) = (true, confidence)
        return limits
    }

    /// The detections that satisfy the limits, by descending confidence. Of detections that cover the same place, only the one with the
    /// highest confidence is kept, with its priority.
    func features(from detections: [Feature], in size: PixelSize, accuracy: DetectionAccuracy) throws -> [Feature] {
        if keepsAll { return allFeatures(from: detections, in: size) }
        var kept: [Feature] = []
        for feature in detections.sorted(by: Self.isSurer) where kept.count < maximumCount {
            try Cancellation.checkCurrent()
            guard allow(feature, in: size), !kept.contains(where: { $0.isSamePlace(as: feature) }) else { continue }
            kept.append(feature)
        }
        return kept
    }

    /// The features, and what is likely: as large, and at no place of a feature.
    func detection(from detections: [Feature], in size: PixelSize, accuracy: DetectionAccuracy) throws -> Detection {
        var limits = self
        if !keepsAll { limits.minimumConfidence = likelyConfidence }
        return Detection(try limits.features(from: detections, in: size, accuracy: accuracy), sureFrom: minimumConfidence)
    }

    /// The least confidence of what is likely, for crops as for hiding.
    package var likelyConfidence: Double { HidingExtent.likely.least(minimumConfidence) }

    /// All detections that are sure and large enough, by descending confidence; equal ones once.
    private func allFeatures(from detections: [Feature], in size: PixelSize) -> [Feature] {
        var seen: Set<Feature> = []
        return detections.filter { allow($0, in: size) && seen.insert($0).inserted }.sorted(by: Self.isSurer)
    }

    /// Whether a detection is sure and large enough, and in the picture.
    func allow(_ feature: Feature, in size: PixelSize) -> Bool {
        // A detector that searches for 5% cannot tell 5% from 4.5%.
        let smallest = minimumSize.map { $0 * Double(size.longSide) } ?? 0
        let isLarge = feature.rectangle.height >= smallest && !feature.rectangle.intersection(size.bounds).isEmpty
        return isLarge && feature.confidence >= minimumConfidence
    }

    /// For cache keys.
    var key: String {
        "\(minimumConfidence),\(minimumSize.map(String.init(describing:)) ?? "auto"),\(maximumCount)\(keepsAll ? ",all" : "")"
    }

    /// By confidence, then from the top left, so that the order does not depend on how the detector works.
    static func isSurer(_ one: Feature, _ other: Feature) -> Bool {
        if one.confidence != other.confidence { return one.confidence > other.confidence }
        return (one.rectangle.y, one.rectangle.x, one.rectangle.width) < (other.rectangle.y, other.rectangle.x, other.rectangle.width)
    }
}

/// How much is hidden of what may be a face: less leaves faces visible, more covers what is none.
package enum HidingExtent: String, Hashable, Sendable, Codable, CaseIterable {
    /// What would also be cropped to: detections from the minimum confidence on.
    case sure
    /// Everything that is likely enough, which the built-in detectors see from the fourth power of the minimum confidence on: 6% by default.
    case likely
    /// Everything that a face cannot be ruled out of: from the tenth power on, 0.1% by default.
    case anything

    /// The least confidence of what is hidden, where the usual one is this.
    func least(_ minimum: Double) -> Double {
        switch self {
        case .sure: minimum
        case .likely: pow(minimum, 4)
        case .anything: pow(minimum, 10)
        }
    }
}

extension Feature {
    /// Whether two boxes show the same thing: they overlap a lot, or the smaller lies mostly inside the larger. Those of different kinds
    /// must be nearly equal: the face of a person is something else than the person, also in a selfie.
    package func isSamePlace(as other: Feature) -> Bool {
        let overlap = rectangle.intersectionOverUnion(other.rectangle)
        guard kind == other.kind else { return overlap > 0.9 }
        let shared = rectangle.intersection(other.rectangle).area
        return overlap > 0.3 || shared > 0.7 * min(rectangle.area, other.rectangle.area)
    }
}

extension [Feature] {
    /// Of those that show the same thing, the most certain one, by descending confidence.
    package var strongest: [Feature] {
        var kept: [Feature] = []
        for feature in sorted(by: DetectionLimits.isSurer) where !kept.contains(where: { $0.isSamePlace(as: feature) }) {
            kept.append(feature)
        }
        return kept
    }
}
