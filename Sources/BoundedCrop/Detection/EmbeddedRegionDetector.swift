/// Features that a file's own metadata name: face regions that photo managers write (XMP `mwg-rs:Regions`), or else the subject area that
/// cameras write (EXIF `SubjectArea`).
public struct EmbeddedRegionDetector: FeatureDetector {
    /// Always `embedded`; also the cache key, as there are no parameters.
    public let name = "embedded"

    /// A detector that reads metadata; no pixel is decoded for it.
    public init() {}

    /// What the picture's metadata name; none for pixels in memory. The accuracy makes no difference.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
        picture.embeddedFeatures
    }
}
