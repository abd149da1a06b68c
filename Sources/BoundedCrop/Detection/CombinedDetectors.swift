/// Detectors asked in turn until one finds something. The rectangle to hold is made as by default, whatever the members make of theirs.
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
            if !features.isEmpty { return features }
        }
        return []
    }
}

/// Detectors whose findings are joined; what several see is there once, as the surest saw it. The rectangle to hold is made as by
/// default, whatever the members make of theirs.
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
            return try detector.features(in: picture, accuracy: accuracy)
        }
        return try limits.features(from: found, in: picture.size, accuracy: accuracy)
    }
}
