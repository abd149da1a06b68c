/// Detectors whose findings are joined; what several see is there once, as the surest saw it. The rectangle to hold covers what each of them
/// makes of what it found.
public struct UnionFeatureDetector: FeatureDetector {
    /// All of them are asked about every picture, one after the other.
    public let detectors: [any FeatureDetector]
    /// Which of the joined findings count; each detector's own limits have been applied before.
    public let limits: DetectionLimits

    /// A union. The detectors' confidences are compared with each other, so they should mean about the same.
    public init(_ detectors: [any FeatureDetector], limits: DetectionLimits = DetectionLimits()) {
        self.detectors = detectors
        self.limits = limits
    }

    /// The members' names with plus signs between, as in `yunet+haar`.
    public var name: String { detectors.map(\.name).joined(separator: "+") }
    /// Made of the members' keys in their order, and of the limits.
    public var cacheKey: String {
        "union(\(detectors.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: ",")),\(limits.key))"
    }

    /// What is left of all findings within the limits, surest first. Throws what the first detector throws that fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let found = try detectors.flatMap { detector in
            try Cancellation.checkCurrent()
            return try detector.features(in: picture, accuracy: accuracy).map { $0.found(by: detector) }
        }
        return try limits.features(from: found, in: picture.size, accuracy: accuracy)
    }

    /// The rectangle around those that the detectors make of the features that they found. The scheme chooses among the features of all
    /// detectors that make theirs as by default.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        MemberRectangles(of: self).rectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }
}
