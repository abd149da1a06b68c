import BoundedCrop
import BoundedCropEffects
import BoundedCropVideo

/// Hides faces in all frames of videos.
///
/// A first pass searches every frame. The second one hides what was found in a frame, and where a face may be that is missed there, but found
/// before or after.
struct VideoRedaction: Sendable {
    private let effect: Redact
    /// Larger frames are searched at this size.
    private static let longSide = 1920

    init(_ effect: Redact) { self.effect = effect }

    /// What was found in a video.
    struct Found: Sendable {
        fileprivate let effect: Redact
        /// The size of the frames that were searched.
        fileprivate let size: PixelSize
        /// What is hidden in each frame.
        fileprivate var places: [[Rect]]
        /// Where faces were lost that did not leave the frame.
        let lost: [LostFace]

        /// In how many frames something is hidden.
        var coveredFrames: Int { places.count { !$0.isEmpty } }
    }

    /// Searches every frame. Blocks.
    ///
    /// - Throws: What the detector and the decoding throw: a frame that was not searched is never written.
    func search(_ analysis: VideoAnalysis, toleratesDamage: Bool, _ progress: VideoProgress) throws -> Found {
        progress.begin("searching faces")
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
            progress.step(frame.time, of: analysis.source.duration)
        }
        guard found.count == times.count else { throw Self.otherFrames(times.count, found.count) }
        let cuts = analysis.cuts
        let trails = FaceTrail.trails(of: found, times: times, cuts: cuts)
        for trail in trails { trail.missed(times: times, cuts: cuts) { found[$0].append($1) } }
        let lost = LostFace.all(in: trails, times: times, cuts: cuts, size: size)
        return Found(effect: effect, size: size, places: found, lost: lost)
    }

    fileprivate static func otherFrames(_ expected: Int, _ count: Int) -> BoundedCropError {
        BoundedCropError(
            .malformedImage,
            "the video had \(expected) frames at first, and \(count) now: no frame is written without a search"
        )
    }
}

extension VideoRedaction.Found {
    /// Hides what was found in a frame.
    func cover(_ frame: VideoFrame) throws -> PixelBuffer {
        guard frame.number < places.count else { throw VideoRedaction.otherFrames(places.count, frame.number + 1) }
        var pixels = frame.pixels
        let (across, down) = (Double(pixels.width) / Double(size.width), Double(pixels.height) / Double(size.height))
        let rectangles = places[frame.number].map { $0.scaled(x: across, y: down) }
        try RedactFeatures(effect.style, rectangles: rectangles, margin: effect.margin, shape: effect.shape).apply(to: &pixels)
        return pixels
    }

    /// What there is to say about a video, for standard error.
    func warnings(_ name: String) -> [String] {
        if coveredFrames == 0 { return ["boundedcrop: \(name): no face found, nothing covered"] }
        let most = 10
        var lines = lost.prefix(most).map { "boundedcrop: \(name): \($0.text)" }
        if lost.count > most { lines.append("boundedcrop: \(name): and \(lost.count - most) more faces that were lost") }
        return lines
    }
}
