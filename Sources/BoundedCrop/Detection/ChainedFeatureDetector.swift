/// Detectors asked in turn until one finds something. The rectangle to hold is the one that this detector makes.
public struct ChainedFeatureDetector: FeatureDetector {
    /// In the order in which they are asked.
    public let detectors: [any FeatureDetector]

    /// A chain; put the fastest or surest first. An empty one finds nothing.
    public init(_ detectors: [any FeatureDetector]) {
        self.detectors = detectors
    }

    /// The members' names with commas between, as in `yunet,haar`.
    public var name: String { detectors.map(\.name).joined(separator: ",") }
    /// Made of the members' keys in their order, since the order decides what is found.
    public var cacheKey: String { "chain(\(detectors.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: ",")))" }

    /// What the first detector finds that finds anything; later ones are not asked. Throws what one that is asked throws: an error does not
    /// pass the picture on.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        for detector in detectors {
            try Cancellation.checkCurrent()
            let features = try detector.features(in: picture, accuracy: accuracy)
            if !features.isEmpty { return features.map { $0.found(by: detector) } }
        }
        return []
    }

    /// The rectangle as the detector makes it that found the features.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        MemberRectangles(of: self).rectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }
}
