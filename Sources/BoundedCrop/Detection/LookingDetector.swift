/// A detector that says how large a copy of the picture it looks at, so that what it takes can be known before.
package protocol LookingDetector: FeatureDetector {
    /// The most pixels along the long side of a copy that it asks for; 0 when it looks at none.
    func lookingSide(at accuracy: DetectionAccuracy) -> Int
}

extension FeatureDetector {
    /// What the detector says of itself, and of combined ones the largest; nil where one does not say.
    package func knownLookingSide(at accuracy: DetectionAccuracy) -> Int? {
        switch self {
        case let chain as ChainedFeatureDetector: chain.detectors.longestLook(at: accuracy)
        case let union as UnionFeatureDetector: union.detectors.longestLook(at: accuracy)
        default: (self as? any LookingDetector)?.lookingSide(at: accuracy)
        }
    }
}

// Copies are one after the other, so that only the largest counts. At 480 and 960 pixels the network's layers take 8 and 30 MB, cascades
// 2 and 8 MB (with tilted features 11), beside the copy itself.

extension YuNetDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 640 : 960 }
}

extension HaarCascadeDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 480 : 960 }
}

extension CommandDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 1024 : 2048 }
}

extension EmbeddedRegionDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { 0 }
}

extension FixedFeatureDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { 0 }
}

extension [any FeatureDetector] {
    fileprivate func longestLook(at accuracy: DetectionAccuracy) -> Int? {
        let sides = map { $0.knownLookingSide(at: accuracy) }
        return sides.contains(nil) ? nil : sides.compactMap(\.self).max() ?? 0
    }
}
