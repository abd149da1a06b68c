/// Which of the things that a detector sees are features.
public struct DetectionLimits: Hashable, Sendable {
    /// The least confidence, 0...1. Built-in detectors put 0.5 where their precision and recall balance best on labelled photos.
    public var minimumConfidence = 0.5
    /// The least height, as a share of the picture's long side. Nil leaves it to the accuracy: what is looked for is 5% at low, 2% at
    /// high, and what turns out smaller is kept.
    public var minimumSize: Double?
    /// The most features; of more, the surest are kept.
    public var maximumCount = 1000

    /// The defaults: half sure at least, a size that goes with the accuracy, at most 1000 features.
    public init() {}

    func minimumSize(at accuracy: DetectionAccuracy) -> Double {
        minimumSize ?? (accuracy == .low ? 0.05 : 0.02)
    }

    /// What is left of detections, surest first: those above the limits, and of those that cover the same place the surest.
    func features(from detections: [Feature], in size: PixelSize, accuracy: DetectionAccuracy) throws -> [Feature] {
        // A detector that looks for 5% cannot tell 5% from 4.5%.
        let smallest = minimumSize.map { $0 * Double(size.longSide) } ?? 0
        var kept: [Feature] = []
        for feature in detections.sorted(by: Self.isSurer) where kept.count < maximumCount {
            try Cancellation.checkCurrent()
            let isLarge = feature.rectangle.height >= smallest && !feature.rectangle.intersection(size.bounds).isEmpty
            guard feature.confidence >= minimumConfidence, isLarge, !kept.contains(where: { Self.areSame($0, feature) }) else { continue }
            kept.append(feature)
        }
        return kept
    }

    /// For cache keys.
    var key: String {
        "\(minimumConfidence),\(minimumSize.map(String.init(describing:)) ?? "auto"),\(maximumCount)"
    }

    /// Two boxes of one thing: they overlap much, or the smaller lies mostly inside the larger.
    private static func areSame(_ one: Feature, _ other: Feature) -> Bool {
        let shared = one.rectangle.intersection(other.rectangle).area
        return one.rectangle.intersectionOverUnion(other.rectangle) > 0.3
            || shared > 0.7 * min(one.rectangle.area, other.rectangle.area)
    }

    /// By confidence, then from the top left, so that the order never depends on how the detector came to it.
    private static func isSurer(_ one: Feature, _ other: Feature) -> Bool {
        if one.confidence != other.confidence { return one.confidence > other.confidence }
        return (one.rectangle.y, one.rectangle.x, one.rectangle.width) < (other.rectangle.y, other.rectangle.x, other.rectangle.width)
    }
}
