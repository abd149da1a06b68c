/// Computes the bounding rectangle for several detectors: each contributes a rectangle for the features that it found itself.
struct MemberRectangles {
    fileprivate let members: [any FeatureDetector]

    init(of detector: any FeatureDetector) {
        members = Self.leaves(detector)
    }

    /// The detectors that do the actual detection.
    private static func leaves(_ detector: any FeatureDetector) -> [any FeatureDetector] {
        switch detector {
        case let chain as ChainedFeatureDetector: chain.detectors.flatMap(leaves)
        case let union as UnionFeatureDetector: union.detectors.flatMap(leaves)
        case let cache as CachingFeatureDetector: leaves(cache.detector)
        default: [detector]
        }
    }

    func rectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        var usual = features
        var rectangle: Rect?
        for member in members {
            let key = member.cacheKey
            let own = features.filter { $0.detectorKey == key }
            guard !own.isEmpty else { continue }
            let made = member.boundingRectangle(of: own, in: picture, scheme: scheme, padding: padding)
            if made == scheme.boundingRectangle(of: own, in: picture.size, padding: padding) { continue }
            usual.removeAll { $0.detectorKey == key }
            rectangle = rectangle.union(made)
        }
        // All at once, because a scheme such as `largest` compares all features.
        return rectangle.union(scheme.boundingRectangle(of: usual, in: picture.size, padding: padding))
    }
}

extension Rect? {
    fileprivate func union(_ other: Rect?) -> Rect? {
        guard let self, let other else { return self ?? other }
        return self.union(other)
    }
}

extension [Feature] {
    /// These features with the key of the detector that found them: that of a member, where the detector is a chain or a union.
    func found(by detector: any FeatureDetector) -> [Feature] {
        let members = Set(MemberRectangles(of: detector).members.map(\.cacheKey))
        let key = detector.cacheKey
        return map { feature in
            if let member = feature.detectorKey, members.contains(member) { return feature }
            var feature = feature
            feature.detectorKey = key
            return feature
        }
    }
}
