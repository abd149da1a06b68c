/// Reads features from the file's metadata: face regions written by photo managers (XMP `mwg-rs:Regions`), or otherwise the subject area
/// written by cameras (EXIF `SubjectArea`).
public struct EmbeddedRegionDetector: FeatureDetector {
    /// Always `embedded`; also the cache key, because there are no parameters.
    public let name = "embedded"

    /// Creates a detector that reads metadata. It does not decode pixels.
    public init() {}

    /// Returns the features in the picture's metadata; none for pixels in memory. The accuracy has no effect.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
        picture.embeddedFeatures
    }
}
