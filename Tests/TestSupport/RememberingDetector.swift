package import BoundedCrop
import Synchronization

/// A detector that looks only once for what several tests want to find in the same pictures.
package struct RememberingDetector: FeatureDetector {
    /// What was found in a picture. Whoever else wants that waits for it.
    private final class Finds: Sendable {
        let features = Mutex<[Feature]?>(nil)
    }

    private static let all = Mutex<[String: Finds]>([:])
    private let detector: any FeatureDetector

    package init(_ detector: any FeatureDetector) { self.detector = detector }

    package var name: String { detector.name }
    package var cacheKey: String { detector.cacheKey }
    package var forHiding: any FeatureDetector { Self(detector.forHiding) }

    package func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        guard let content = picture.contentHash else { return try detector.features(in: picture, accuracy: accuracy) }
        let finds = Self.all.withLock { all in
            let finds = all["\(content) \(accuracy) \(cacheKey)"] ?? Finds()
            all["\(content) \(accuracy) \(cacheKey)"] = finds
            return finds
        }
        return try finds.features.withLock { known in
            let features = try known ?? detector.features(in: picture, accuracy: accuracy)
            known = features
            return features
        }
    }

    package func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        detector.boundingRectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }
}
