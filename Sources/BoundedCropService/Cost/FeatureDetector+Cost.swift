internal import BoundedCrop

extension FeatureDetector {
    /// The long side of the copy used for detection. If the detector does not specify it, the largest that any of ours uses.
    func lookingSide(at accuracy: DetectionAccuracy) -> Int {
        knownLookingSide(at: accuracy) ?? (accuracy == .low ? 1024 : 2048)
    }

    /// The memory of detection besides the copy of the picture. The largest known use is by the networks' layers, 33 bytes a pixel.
    func lookingBytes(at accuracy: DetectionAccuracy, on size: PixelSize) -> Int {
        size.fitted(longSide: lookingSide(at: accuracy)).area.times(36)
    }
}
