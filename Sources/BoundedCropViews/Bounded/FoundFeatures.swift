public import BoundedCrop

/// The features found in a picture, and the settings for their bounding rectangle.
public struct FoundFeatures: Hashable, Sendable {
    /// The detected features, as far as they lie within the picture, in pixels of the upright picture.
    public let features: [Feature]
    /// The upright picture's size.
    public let size: PixelSize
    /// Which of the features must stay visible.
    public let scheme: BoundingScheme
    /// The padding around each feature.
    public let padding: Padding
}

/// A detector that uses another detector but gets the bounding rectangle from a closure.
struct OverridingDetector: FeatureDetector {
    let base: any FeatureDetector
    /// Identifies the type that provides the rectangle, for the cache key.
    let owner: String
    let rectangle: @Sendable (FoundFeatures) -> Rect?

    var name: String { base.name }
    var cacheKey: String { "\(owner.utf8.count):\(owner)/\(base.cacheKey)" }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try base.features(in: picture, accuracy: accuracy)
    }

    func boundingRectangle(of features: [Feature], in size: PixelSize, scheme: BoundingScheme, padding: Padding) -> Rect? {
        rectangle(FoundFeatures(features: features, size: size, scheme: scheme, padding: padding))
    }
}
