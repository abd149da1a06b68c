/// Where a picture will be cropped, and why: everything that is decided before pixels are processed.
public struct CropPlan: Hashable, Sendable, Codable {
    /// A feature and whether the crop contains all of it.
    public struct PlannedFeature: Hashable, Sendable, Codable {
        /// The feature. Its rectangle has no padding and is clipped to the picture.
        public var feature: Feature
        /// Whether the crop contains the feature as far as it lies inside the picture, without its padding.
        public var kept: Bool
        /// By how much the feature is turned, in degrees clockwise, as `Feature.roll`; nil if that is unknown.
        public var roll: Double?

        init(feature: Feature, kept: Bool, roll: Double? = nil) {
            self.feature = feature
            self.kept = kept
            self.roll = roll ?? feature.roll
        }
    }

    /// The reason for the position of the crop.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// The crop contains the whole bounding rectangle.
        case bounds
        /// No crop of this shape contains the whole bounding rectangle. The crop contains the faces with the largest total weight or, if a
        /// detector computed the rectangle in its own way, the rectangle's center.
        case bestFaces
        /// The crop is turned and scaled around the eyes of one face; see `aligned`.
        case aligned
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
    /// The requested aspect, in the picture's own coordinates: with an output that is turned by a quarter, width and height are swapped. The
    /// crop matches it as closely as whole pixels allow, unless it is aligned.
    public var aspect: AspectRatio
    /// Which of the features the crop was to contain.
    public var scheme: BoundingScheme
    /// Every feature found that lies at least partly inside the picture, in the detector's order. If the request named kinds to keep, only
    /// those of these kinds, with the priorities of their kinds.
    public var features: [PlannedFeature]
    /// The bounding rectangle of the scheme's features with their padding; nil if there are none.
    public var bounds: Rect?
    /// The crop, in pixels of the upright picture. For an aligned crop, the part of the picture that its frame touches.
    public var crop: PixelRect
    /// What determined the position of the crop.
    public var reason: Reason
    /// The fallback used because nothing was found; nil if something was found, or if detection is off.
    public var fallback: CropRequest.Fallback?
    /// The turn that would set the faces upright: those that the crop keeps and whose roll is known are all within 30 degrees of it. Nil if
    /// there are none, if they differ, or in a plan stored by an earlier version.
    public var turn: QuarterTurn?
    /// The turn of the output, if it is turned to its faces; nil if not.
    public var outputTurn: QuarterTurn?
    /// Where the faces were placed, if the request asked for something else than the center: the center still if nothing could move. Nil if
    /// nothing was asked for, or the crop does not contain the bounding rectangle.
    public var placement: CropRequest.Placement?
    /// The frame that the output shows, if it is aligned; nil for an upright rectangle.
    public var aligned: AlignedFrame?
    /// The kinds of features that were considered, with their priorities; nil for all, or if detection is off.
    public var kept: KeptKinds?
}
