/// Runs detectors in turn until one finds something. That detector also determines the bounding rectangle.
public struct ChainedFeatureDetector: FeatureDetector {
    /// The detectors, in the order in which they run.
    package let detectors: [any FeatureDetector]
    /// The detectors as they were before they became those for hiding.
    private let usual: [any FeatureDetector]

    /// Creates a chain; put the fastest or most reliable detector first. An empty chain finds nothing.
    public init(_ detectors: [any FeatureDetector]) {
        self.init(detectors, usual: detectors)
    }

    private init(_ detectors: [any FeatureDetector], usual: [any FeatureDetector]) {
        (self.detectors, self.usual) = (detectors, usual)
    }

    /// The members' names separated by commas, as in `yunet,haar`.
    public var name: String { detectors.map(\.name).joined(separator: ",") }
    /// Made of the members' keys in order, because the order affects the result.
    public var cacheKey: String { "chain(\(detectors.map { CropCacheKey.escaped($0.cacheKey) }.joined(separator: ",")))" }

    /// The chain of the members' detectors for hiding. It does not end before this chain: what only hiding reports does not keep the next
    /// detector from running.
    public var forHiding: any FeatureDetector { ChainedFeatureDetector(detectors.map(\.forHiding), usual: usual) }

    /// Returns the features from the first detector that finds any; later ones do not run.
    ///
    /// - Throws: What a detector throws. The chain does not continue after an error.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detection(in: picture, accuracy: accuracy).features
    }

    /// Returns these features, and what is likely for any detector that ran.
    ///
    /// - Throws: As `features(in:accuracy:)`.
    public func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        var (found, likely) = ([Feature](), [Feature]())
        for (detector, usual) in zip(detectors, usual) {
            try Cancellation.checkCurrent()
            let detection = try detector.detection(in: picture, accuracy: accuracy)
            likely += detection.likely
            if detection.features.isEmpty { continue }
            found += detection.features.found(by: detector)
            if try usual.cacheKey == detector.cacheKey || !usual.features(in: picture, accuracy: accuracy).isEmpty { break }
        }
        return Detection(found, others: likely)
    }

    /// The rectangle from the detector that found the features.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        MemberRectangles(of: self).rectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }
}

/// Reads features from the file's metadata: face regions written by photo managers (XMP `mwg-rs:Regions`), or otherwise the subject area
/// written by cameras (EXIF `SubjectArea`).
package struct EmbeddedRegionDetector: FeatureDetector {
    /// Always `embedded`.
    package let name = "embedded"

    /// Counts what is read of metadata, and how.
    package var cacheKey: String { "embedded(2)" }

    /// Creates a detector that reads metadata. It does not decode pixels.
    package init() {}

    /// Returns the features in the picture's metadata; none for pixels in memory. The accuracy has no effect.
    package func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
        picture.embeddedFeatures
    }
}
