public import BoundedCrop

/// The features found in a picture, and the settings for the rectangle to keep visible.
public struct FoundFeatures: Sendable {
    /// The features from the detector, clipped to the picture, in pixels of the upright picture.
    public let features: [Feature]
    /// The picture in which they were found.
    public let picture: any Picture
    /// Which of the features to use.
    public let scheme: BoundingScheme
    /// The padding around each feature.
    public let padding: Padding

    /// The upright picture's size.
    package var size: PixelSize { picture.size }
}

/// A detector that uses another detector but gets the bounding rectangle from a closure.
struct OverridingDetector: FeatureDetector {
    let base: any FeatureDetector
    /// Identifies the type that provides the rectangle, for the cache key.
    let owner: String
    let rectangle: @Sendable (FoundFeatures) -> Rect?

    var name: String { base.name }
    var cacheKey: String { "\(owner.utf8.count):\(owner)/\(base.cacheKey)" }
    var forHiding: any FeatureDetector { OverridingDetector(base: base.forHiding, owner: owner, rectangle: rectangle) }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try base.features(in: picture, accuracy: accuracy)
    }

    func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        try base.detection(in: picture, accuracy: accuracy)
    }

    func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        rectangle(FoundFeatures(features: features, picture: picture, scheme: scheme, padding: padding))
    }
}
