/// Combines the results of several detectors. Something found by several of them appears once, as detected with the highest confidence. The
/// bounding rectangle covers the rectangles that the detectors return for their own features.
public struct UnionFeatureDetector: FeatureDetector {
    /// The detectors, which all run on every picture, one after the other.
    package let detectors: [any FeatureDetector]
    /// Determines which of the combined detections become features. Each detector has already applied its own limits.
    package let limits: DetectionLimits

    /// Creates a union. The detectors' confidences are compared with each other, so they should have about the same meaning.
    public init(_ detectors: [any FeatureDetector], limits: DetectionLimits = DetectionLimits()) {
        self.detectors = detectors
        self.limits = limits
    }

    /// The members' names separated by plus signs, as in `yunet+haar`.
    public var name: String { detectors.map(\.name).joined(separator: "+") }
    /// Made of the members' keys in order, and of the limits.
    public var cacheKey: String {
        "union(\(detectors.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: ",")),\(limits.key))"
    }

    /// The union of the members' detectors for hiding, with every large enough detection that is sure enough for its member: none is merged with
    /// another, and none is too many.
    public var forHiding: any FeatureDetector {
        UnionFeatureDetector(detectors.map(\.forHiding), limits: limits.forHiding(from: 0))
    }

    /// Returns all detections that satisfy the limits, by descending confidence.
    ///
    /// - Throws: What the first detector that fails throws.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detection(in: picture, accuracy: accuracy).features
    }

    /// Returns these features, and what is likely for any detector.
    ///
    /// - Throws: As `features(in:accuracy:)`.
    public func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        let found = try detectors.map { detector in
            try Cancellation.checkCurrent()
            let found = try detector.detection(in: picture, accuracy: accuracy)
            return Detection(found.features.found(by: detector), likely: found.likely)
        }
        let features = try limits.features(from: found.flatMap(\.features), in: picture.size, accuracy: accuracy)
        return Detection(features, others: found.flatMap(\.likely))
    }

    /// The rectangle around the rectangles that the detectors return for their own features. For all detectors that use the default
    /// rectangle, the scheme chooses among their combined features.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        MemberRectangles(of: self).rectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }
}
