internal import BoundedCrop

extension FeatureDetector {
    /// The long side of the copy that the detector looks at; of one that does not say, the largest that any of ours takes.
    func lookingSide(at accuracy: DetectionAccuracy) -> Int {
        knownLookingSide(at: accuracy) ?? (accuracy == .low ? 1024 : 2048)
    }

    /// What a look takes beside the copy of the picture. The networks' layers, of 33 bytes a pixel, are the most there is.
    func lookingBytes(at accuracy: DetectionAccuracy, on size: PixelSize) -> Int {
        size.fitted(longSide: lookingSide(at: accuracy)).area.times(36)
    }
}
