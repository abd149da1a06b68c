/// Finds what has to stay visible in a picture. Write your own to crop around cats, products or whatever matters.
///
/// One detector may be used by several threads at once. Detection runs where it is called: it may block, and should not when the
/// caller must not.
public protocol FeatureDetector: Sendable {
    /// What reports call it.
    var name: String { get }

    /// Names the detector with its model and parameters: two detectors that may find different features have different keys. By
    /// default the name, which is enough for a detector without parameters.
    var cacheKey: String { get }

    /// The features of a picture, in pixels of the upright picture, in any order; none is not an error.
    ///
    /// Take the scale you need from `picture.luma(longSide:)` or `picture.pixels(longSide:)` and bring rectangles back with
    /// `picture.rectangle(_:in:)`. Rectangles may reach over the picture's edge; those wholly outside or not finite are left
    /// out of the plan.
    ///
    /// Called on the caller's thread or on a worker's, several calls at once: what changes between calls needs a lock. What is thrown
    /// reaches the caller of the cropper as it is.
    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature]

    /// The rectangle that a crop has to hold, in pixels of the upright picture; nil when there is nothing to hold.
    ///
    /// By default the union of the scheme's features, each with its padding. Write your own to hold something else, as overriding a
    /// method in a subclass would. What reaches outside the picture is cut off; an empty rectangle counts as nil. Of a rectangle that no crop
    /// of the asked shape can hold, the crop holds as much of the middle as fits. Called for each request that detects features, on the
    /// thread that detection ran on, and by several threads at once.
    /// - Parameters:
    ///   - features: what this detector found, as far as the picture shows it.
    ///   - picture: what they were found in.
    ///   - scheme: which of the features the request wants held.
    ///   - padding: the room that the request wants around each.
    /// - Returns: what to hold; nil for nothing.
    func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect?
}

extension FeatureDetector {
    /// The detector's name. Give a key of your own as soon as there is a parameter that changes what is found.
    public var cacheKey: String { name }

    /// The union of the scheme's features, each with its padding, clipped by the picture; nil when there are none.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        scheme.boundingRectangle(of: features, in: picture.size, padding: padding)
    }
}

extension Picture {
    /// From pixels of a shrunk copy of this picture to pixels of the picture itself.
    public func rectangle(_ rectangle: Rect, in copy: PixelSize) -> Rect {
        rectangle.scaled(from: copy, to: size)
    }

    /// The same for a feature with its landmarks.
    public func feature(_ feature: Feature, in copy: PixelSize) -> Feature {
        feature.scaled(x: Double(size.width) / Double(copy.width), y: Double(size.height) / Double(copy.height))
    }
}
