public import BoundedCrop

/// What was found in a picture, and how a rectangle to keep visible is to be made of it.
public struct FoundFeatures: Sendable {
    /// What the detector found, as far as the picture shows it, in pixels of the upright picture.
    public let features: [Feature]
    /// What they were found in.
    public let picture: any Picture
    /// Which of the features count.
    public let scheme: BoundingScheme
    /// The room that each is to have.
    public let padding: Padding

    /// The upright picture's size.
    public var size: PixelSize { picture.size }
}

/// Finds what another detector finds, and leaves the rectangle to hold to a closure.
struct OverridingDetector: FeatureDetector {
    let base: any FeatureDetector
    /// Names whose rectangle it is.
    let owner: String
    let rectangle: @Sendable (FoundFeatures) -> Rect?

    var name: String { base.name }
    var cacheKey: String { "\(owner.utf8.count):\(owner)/\(base.cacheKey)" }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try base.features(in: picture, accuracy: accuracy)
    }

    func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        rectangle(FoundFeatures(features: features, picture: picture, scheme: scheme, padding: padding))
    }
}
