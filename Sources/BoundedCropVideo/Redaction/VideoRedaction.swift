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
    private let places: [[Feature]]

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
        try self.init(effect, of: analysis, correcting: RedactionCorrection(), toleratesDamage: toleratesDamage, progress: progress)
    }

    /// - Parameter correction: What people hide and show besides, in pixels of the upright frames with square pixels.
    package init(
        _ effect: Redact,
        of analysis: VideoAnalysis,
        correcting correction: RedactionCorrection,
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
        let tracks = Self.tracks(of: found, times: times, cuts: cuts, size: size)
        for track in tracks { track.missed(times: times, cuts: cuts) { found[$0].append($1) } }
        let whole = analysis.source.squareSize
        let correction = correction.scaled(
            x: Double(size.width) / Double(whole.width),
            y: Double(size.height) / Double(whole.height)
        )
        lost = LostFace.all(in: tracks, times: times, cuts: cuts, size: size, besides: correction)
        (self.effect, self.size) = (effect, size)
        places = zip(found, times).map(correction.correcting)
    }

    /// Hides what was found in a frame.
    func cover(_ frame: VideoFrame) throws -> PixelBuffer {
        guard frame.number < places.count else { throw Self.otherFrames(places.count, frame.number + 1) }
        var pixels = frame.pixels
        let (across, down) = (Double(pixels.width) / Double(size.width), Double(pixels.height) / Double(size.height))
        let features = places[frame.number].map { Feature($0.rectangle.scaled(x: across, y: down), kind: $0.kind) }
        try RedactFeatures(effect.style, features: features, margin: effect.margin, shape: effect.shape).apply(to: &pixels)
        return pixels
    }

    private static func otherFrames(_ expected: Int, _ count: Int) -> BoundedCropError {
        BoundedCropError(
            .malformedImage,
            "the video had \(expected) frames at first, and \(count) now: no frame is written without a search"
        )
    }
}

extension VideoRedaction {
    /// A face is hidden for so long, in seconds, before it is first and after it is last found, and so for twice as long between.
    static let reach = 0.5

    /// Follows what was found.
    ///
    /// - Parameters:
    ///   - found: What was found in each frame.
    ///   - times: When each frame is shown, in seconds.
    ///   - cuts: The first frames after cuts, where faces are other ones.
    ///   - size: The size of the frames.
    static func tracks(of found: [[Rect]], times: [Double], cuts: Set<Int>, size: PixelSize) -> [FeatureTrack] {
        var limits = FeatureFollower.Limits()
        (limits.gap, limits.gapAtEdge, limits.looks) = (2 * reach, 2 * reach, 1)
        (limits.offset, limits.count) = (1.5, .max)
        var follower = FeatureFollower(size: size, limits: limits)
        for (frame, places) in found.enumerated() {
            if cuts.contains(frame) { follower.endTracks() }
            follower.add(faces(in: places).map { Feature($0) }, at: times[frame])
        }
        return follower.tracks
    }

    /// The places of a frame, those that two detectors found of one face together. A small face in front of a large one, or behind it, is another
    /// one.
    private static func faces(in places: [Rect]) -> [Rect] {
        places.reduce(into: []) { faces, place in
            if let same = faces.firstIndex(where: { Feature($0).isSamePlace(as: Feature(place)) && $0.isNear(place) }) {
                faces[same] = faces[same].union(place)
            } else {
                faces.append(place)
            }
        }
    }
}

extension FeatureTrack {
    /// Where the face may be in frames in which it is not found: between two places, anywhere on the way.
    func missed(times: [Double], cuts: Set<Int>, _ body: (_ frame: Int, _ place: Rect) -> Void) {
        func frame(of sighting: Sighting) -> Int { times.partitionPoint { $0 < sighting.time } }
        let reach = VideoRedaction.reach + 1e-6
        let (start, end) = (frame(of: first), frame(of: last))
        for (one, next) in zip(sightings, sightings.dropFirst()) {
            let place = one.feature.rectangle.union(next.feature.rectangle)
            for missed in (frame(of: one) + 1)..<frame(of: next) { body(missed, place) }
        }
        var missed = start
        while missed > 0, !cuts.contains(missed), missed == start || first.time - times[missed - 1] <= reach {
            missed -= 1
            body(missed, first.feature.rectangle)
        }
        missed = end + 1
        while missed < times.count, !cuts.contains(missed), missed == end + 1 || times[missed] - last.time <= reach {
            body(missed, last.feature.rectangle)
            missed += 1
        }
    }
}

extension Rect {
    /// Whether two faces, in frames that are near, may be one.
    func isNear(_ other: Rect) -> Bool {
        let (side, otherSide) = (area.squareRoot(), other.area.squareRoot())
        let (across, down) = (midX - other.midX, midY - other.midY)
        let way = (across * across + down * down).squareRoot()
        return max(side, otherSide) <= 2.5 * min(side, otherSide) && way <= 1.5 * min(side, otherSide)
    }
}
