/// Detectors asked in turn until one finds something.
public struct ChainedFeatureDetector: FeatureDetector {
    public let detectors: [any FeatureDetector]

    public init(_ detectors: [any FeatureDetector]) {
        self.detectors = detectors
    }

    public var name: String { detectors.map(\.name).joined(separator: ",") }
    public var cacheKey: String { "chain(\(detectors.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: ",")))" }

    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        for detector in detectors {
            let features = try detector.features(in: picture, accuracy: accuracy)
            if !features.isEmpty { return features }
        }
        return []
    }
}

/// Detectors whose findings are joined; what several see is there once, as the surest saw it.
public struct UnionFeatureDetector: FeatureDetector {
    public let detectors: [any FeatureDetector]
    public let limits: DetectionLimits

    public init(_ detectors: [any FeatureDetector], limits: DetectionLimits = DetectionLimits()) {
        self.detectors = detectors
        self.limits = limits
    }

    public var name: String { detectors.map(\.name).joined(separator: "+") }
    public var cacheKey: String {
        "union(\(detectors.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: ",")),\(limits.key))"
    }

    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let found = try detectors.flatMap { try $0.features(in: picture, accuracy: accuracy) }
        return limits.features(from: found, in: picture.size, accuracy: accuracy)
    }
}
