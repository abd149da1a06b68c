internal import BoundedCrop
public import BoundedCropEffects

/// The faces of a video that ``VideoWriter`` is to hide.
///
/// A first pass searches every frame. What was found in a frame is hidden there, and where a face may be that is missed in it, but found
/// before or after.
public struct VideoRedaction: Sendable {
    /// Where faces were lost that did not leave the frame: they may be visible.
    public let lost: [LostFace]
    private let effect: Redact
    /// The size of the frames that were searched.
    private let size: PixelSize
    /// What is hidden in each frame.
    private let places: [[Rect]]

    /// In how many frames something is hidden.
    public var coveredFrames: Int { places.count { !$0.isEmpty } }

    /// Larger frames are searched at this size.
    private static let longSide = 1920

    /// Searches every frame of a video. Blocks.
    ///
    /// - Parameters:
    ///   - effect: What is detected, and what replaces it.
    ///   - analysis: The video.
    ///   - toleratesDamage: Whether damaged frames are no error.
    ///   - progress: Hears the time of each frame, in seconds.
    /// - Throws: What the detector and the decoding throw, and `detectionFailed` for a place that is empty or not finite: a frame that was not
    ///   searched is never written.
    public init(
        _ effect: Redact,
        of analysis: VideoAnalysis,
        toleratesDamage: Bool = false,
        progress: (Double) -> Void = { _ in }
    ) throws {
        let (detector, times) = (effect.detector.forHiding, analysis.times)
        let size = analysis.source.squareSize(longSide: Self.longSide)
        let frames = try VideoFrames(of: analysis.source, scaledTo: size, as: .exact, toleratesDamage: toleratesDamage)
        var found: [[Rect]] = []
        while let frame = try frames.next() {
            let places = try detector.features(in: frame.pixels, accuracy: effect.accuracy).map(\.rectangle)
            if let bad = places.first(where: { $0.isEmpty || !$0.isFinite }) {
                throw BoundedCropError(.detectionFailed, "nothing was redacted: the place \(bad) in frame \(frame.number) is not valid")
            }
            found.append(places)
            progress(frame.time)
        }
        guard found.count == times.count else { throw Self.otherFrames(times.count, found.count) }
        let cuts = analysis.cuts
        let trails = FaceTrail.trails(of: found, times: times, cuts: cuts)
        for trail in trails { trail.missed(times: times, cuts: cuts) { found[$0].append($1) } }
        lost = LostFace.all(in: trails, times: times, cuts: cuts, size: size)
        (self.effect, self.size, places) = (effect, size, found)
    }

    /// Hides what was found in a frame.
    func cover(_ frame: VideoFrame) throws -> PixelBuffer {
        guard frame.number < places.count else { throw Self.otherFrames(places.count, frame.number + 1) }
        var pixels = frame.pixels
        let (across, down) = (Double(pixels.width) / Double(size.width), Double(pixels.height) / Double(size.height))
        let rectangles = places[frame.number].map { $0.scaled(x: across, y: down) }
        try RedactFeatures(effect.style, rectangles: rectangles, margin: effect.margin, shape: effect.shape).apply(to: &pixels)
        return pixels
    }

    private static func otherFrames(_ expected: Int, _ count: Int) -> BoundedCropError {
        BoundedCropError(
            .malformedImage,
            "the video had \(expected) frames at first, and \(count) now: no frame is written without a search"
        )
    }
}
