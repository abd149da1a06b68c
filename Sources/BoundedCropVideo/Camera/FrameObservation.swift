package import BoundedCrop

/// What the first pass saw in one frame.
package struct FrameObservation: Sendable {
    /// When the frame is shown, in seconds; later than the frame before.
    package var time: Double
    /// The frame, very small.
    package var thumbnail: Thumbnail
    /// What was detected, in pixels of the upright frame with square pixels; nil if no detection was run on this frame.
    package var features: [Feature]?
    /// How each of these looks; none if that is not known.
    package var looks: [FeatureLook] = []
    /// How much the mouths have moved since the frame before: of each feature of the last frame with a detection before this one; NaN where that
    /// is not known.
    package var motions: [Float] = []
    /// The black bars; nil if they were not looked for.
    package var bars: FrameBars?
    /// What stands out, for shots in which nothing is found; nil if it was not asked for. A few frames of a shot are enough.
    package var saliency: SaliencyMap?

    package init(time: Double, thumbnail: Thumbnail, features: [Feature]? = nil, saliency: SaliencyMap? = nil) {
        self.time = time
        self.thumbnail = thumbnail
        self.features = features
        self.saliency = saliency
    }
}

/// A very small gray copy of a frame, by which shots are found. All of a video have the same size.
package struct Thumbnail: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Row by row from the top.
    package let bytes: [UInt8]

    /// What the sides are to be for a frame: about 48 pixels on the long side.
    package static func size(for frame: PixelSize) -> PixelSize {
        let scale = 48 / Double(max(frame.width, frame.height))
        func side(_ length: Int) -> Int { max(8, Int((Double(length) * scale).rounded())) }
        return PixelSize(width: side(frame.width), height: side(frame.height))
    }

    /// - Precondition: There is a byte for each pixel, and at least one.
    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && bytes.count == width * height, "a thumbnail has a byte for each pixel")
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
