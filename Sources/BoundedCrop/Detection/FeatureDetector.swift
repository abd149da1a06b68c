/// Finds what must stay visible in a picture. Implement this protocol to crop around cats, products or anything else.
///
/// A detector may be used by several threads at once. Detection runs on the caller's thread and may block it.
public protocol FeatureDetector: Sendable {
    /// The detector's name in reports.
    var name: String { get }

    /// Identifies the detector including its model and parameters: two detectors that may find different features have different keys.
    /// Defaults to the name, which is enough for a detector without parameters.
    var cacheKey: String { get }

    /// The detector to use where a missed feature is worse than a false alarm, as when faces are hidden: it also reports what this one
    /// leaves out as unconfirmed, as less sure than another detection of the same place, or as too many. Defaults to the detector itself.
    ///
    /// A detector that uses another one should use that one's `forHiding` here. If the two find different features, their keys differ.
    var forHiding: any FeatureDetector { get }

    /// Returns the features of a picture, in pixels of the upright picture, in any order. Finding none is not an error.
    ///
    /// Get a copy at the scale you need from `picture.luma(longSide:)` or `picture.pixels(longSide:)`, and convert rectangles back with
    /// `picture.rectangle(_:in:)`. Rectangles may extend beyond the picture's edge; those that are entirely outside or not finite are left
    /// out of the plan.
    ///
    /// This is called on the caller's thread or a worker thread, possibly several times at once, so protect mutable state with a lock.
    ///
    /// - Throws: Any error; the caller of the cropper receives it unchanged.
    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature]

    /// Returns the features of a picture, and what is likely, but not sure enough to be one. Crops are planned with both.
    ///
    /// Defaults to the features alone. A detector that uses another one, or whose confidences are the share of such detections that are right,
    /// should implement this; its `features(in:accuracy:)` returns the same features then.
    ///
    /// - Throws: As `features(in:accuracy:)`.
    func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection

    /// Returns the rectangle that a crop must contain, in pixels of the upright picture; nil if there is none.
    ///
    /// The default is the union of the scheme's features, each with its padding. Implement this method to use a different rectangle. Parts
    /// outside the picture are cut off, and an empty rectangle counts as nil. If no crop of the requested shape can contain your rectangle,
    /// the crop covers as much of its center as fits. This is called for each request that detects features, on the thread that ran the
    /// detection, and possibly on several threads at once.
    /// - Parameters:
    ///   - features: What this detector found, limited to what lies inside the picture.
    ///   - picture: The picture in which they were found.
    ///   - scheme: Which of the features the crop must contain.
    ///   - padding: The padding around each feature.
    /// - Returns: The rectangle to contain, or nil for none.
    func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect?
}

extension FeatureDetector {
    /// The detector's name. Implement this as soon as there is a parameter that changes the result.
    public var cacheKey: String { name }

    /// The detector itself.
    public var forHiding: any FeatureDetector { self }

    /// The features alone.
    public func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        Detection(try features(in: picture, accuracy: accuracy))
    }

    /// The union of the scheme's features, each with its padding, clipped to the picture; nil if there are none.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        scheme.boundingRectangle(of: features, in: picture.size, padding: padding)
    }
}

extension Picture {
    /// Converts a rectangle from pixels of a shrunk copy of this picture to pixels of the picture itself.
    public func rectangle(_ rectangle: Rect, in copy: PixelSize) -> Rect {
        rectangle.scaled(from: copy, to: size)
    }

    /// Converts a feature, including its landmarks, from pixels of a shrunk copy of this picture to pixels of the picture itself.
    public func feature(_ feature: Feature, in copy: PixelSize) -> Feature {
        feature.scaled(x: Double(size.width) / Double(copy.width), y: Double(size.height) / Double(copy.height))
    }
}

/// The trade-off between speed and thoroughness of a detection.
public enum DetectionAccuracy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fast: finds the faces that matter in a thumbnail.
    case low
    /// Slower: also finds small faces, down to 2% of the picture's long side, and faces in profile.
    case high
}
