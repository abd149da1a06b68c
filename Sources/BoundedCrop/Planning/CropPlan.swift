/// Where a picture will be cropped, and why: everything that is decided before pixels are processed.
public struct CropPlan: Hashable, Sendable, Codable {
    /// A feature and whether the crop contains all of it.
    public struct PlannedFeature: Hashable, Sendable, Codable {
        /// The feature. Its rectangle has no padding and is clipped to the picture.
        public var feature: Feature
        /// Whether the crop contains the feature as far as it lies inside the picture, without its padding.
        public var kept: Bool
    }

    /// The reason for the position of the crop.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// The crop contains the whole bounding rectangle.
        case bounds
        /// No crop of this shape contains the whole bounding rectangle. The crop contains the faces with the largest total weight or, if a
        /// detector computed the rectangle in its own way, the rectangle's center.
        case bestFaces
        /// Nothing was found; the crop contains what stands out most.
        case attention
        /// The crop is centered on the mean of the features' centers, weighted by their areas, and may cut features. Only the service uses
        /// this, for compatibility with thumbor.
        case centroid
        /// Nothing was found, or detection is off; the crop is centered.
        case center
    }

    /// The upright picture's size.
    public var size: PixelSize
    /// The requested aspect. The crop matches it as closely as whole pixels allow.
    public var aspect: AspectRatio
    /// Which of the features the crop was to contain.
    public var scheme: BoundingScheme
    /// Every feature found that lies at least partly inside the picture, in the detector's order.
    public var features: [PlannedFeature]
    /// The bounding rectangle of the scheme's features with their padding; nil if there are none.
    public var bounds: Rect?
    /// The crop, in pixels of the upright picture.
    public var crop: PixelRect
    /// What determined the position of the crop.
    public var reason: Reason
    /// The fallback used because nothing was found; nil if something was found, or if detection is off.
    public var fallback: CropRequest.Fallback?
}
