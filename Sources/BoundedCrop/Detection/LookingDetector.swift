/// A detector that declares how large a copy of the picture it uses, so that its memory use is known in advance.
package protocol LookingDetector: FeatureDetector {
    /// The maximum long side, in pixels, of a copy that it requests; 0 if it uses none.
    func lookingSide(at accuracy: DetectionAccuracy) -> Int
}

extension FeatureDetector {
    /// The detector's declared value; for combined detectors the largest one; nil if any of them does not declare it.
    package func knownLookingSide(at accuracy: DetectionAccuracy) -> Int? {
        switch self {
        case let chain as ChainedFeatureDetector: chain.detectors.longestLook(at: accuracy)
        case let union as UnionFeatureDetector: union.detectors.longestLook(at: accuracy)
        default: (self as? any LookingDetector)?.lookingSide(at: accuracy)
        }
    }
}

extension FeatureDetector {
    /// How many pixels of a simple effect take as long as a search of a picture of this size: measured for 1200x900 pixels, where YuNet
    /// with CenterFace takes 75 ms, or 220 ms in doubt, CenterFace 90 ms and the cascades 1.3 s at accuracy high. Doubt is expected.
    package func searchedPixels(of size: PixelSize, at accuracy: DetectionAccuracy) -> Int {
        switch self {
        case let chain as ChainedFeatureDetector: return chain.detectors.searchedPixels(of: size, at: accuracy)
        case let union as UnionFeatureDetector: return union.detectors.searchedPixels(of: size, at: accuracy)
        default:
            let side = knownLookingSide(at: accuracy) ?? 2048
            let cost = self is HaarCascadeDetector ? 180 : self is CenterFaceDetector ? 18 : self is YuNetDetector ? 20 : 7
            return side == 0 ? 0 : size.fitted(longSide: side).area.times(cost)
        }
    }
}

// Copies are made one after the other, so only the largest counts. In addition to the copy itself, at low and high accuracy YuNet's
// layers take 8 and 30 MB, those of CenterFace 12 and 23 MB, cascades 2 and 8 MB (11 with tilted features). The weights of CenterFace take
// another 7 MB once.

extension YuNetDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int {
        accuracy == .low ? FaceSearch.secondSide(at: .low) : FaceSearch.largeSide
    }
}

extension CenterFaceDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { FaceSearch.secondSide(at: accuracy) }
}

extension HaarCascadeDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 480 : 960 }
}

extension CommandDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 1024 : 2048 }
}

extension OneShotCommandDetector: LookingDetector {
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

    fileprivate func searchedPixels(of size: PixelSize, at accuracy: DetectionAccuracy) -> Int {
        reduce(0) { $0.plus($1.searchedPixels(of: size, at: accuracy)) }
    }
}
