/// Where a picture will be cropped, and why: all that is decided before pixels are touched.
public struct CropPlan: Hashable, Sendable, Codable {
    /// A feature and whether the crop holds the whole of it.
    public struct PlannedFeature: Hashable, Sendable, Codable {
        /// What was found, its rectangle as the detector gave it: without padding, perhaps reaching outside the picture.
        public var feature: Feature
        /// Whether the crop holds all that the picture has of it. Its padding does not count.
        public var kept: Bool
    }

    /// What the place of the crop was chosen by.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// It holds the whole bounding rectangle.
        case bounds
        /// No crop of this shape holds the whole bounding rectangle: it holds the faces that together weigh most or, of a rectangle that a
        /// detector made its own way, the middle.
        case bestFaces
        /// Nothing was found: it holds what stands out most.
        case attention
        /// It is around the mean of the features' middles, each weighted by its area, and may cut them: the service's compatibility with
        /// thumbor. Nothing else crops like this.
        case centroid
        /// Nothing was found, or bounding is off: the centre.
        case center
    }

    /// The upright picture's size.
    public var size: PixelSize
    /// The shape asked for. The crop is as near to it as whole pixels allow.
    public var aspect: AspectRatio
    /// Which of the features the crop had to hold.
    public var scheme: BoundingScheme
    /// Every feature found, in the detector's order.
    public var features: [PlannedFeature]
    /// The rectangle around the scheme's features with their padding; nil where there are none.
    public var bounds: Rect?
    /// What is cut out of the upright picture.
    public var crop: PixelRect
    /// What decided where the crop is.
    public var reason: Reason
    /// What was done because nothing was found; nil when something was, or when bounding is off.
    public var fallback: CropRequest.Fallback?
}
