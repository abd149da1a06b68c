internal import Synchronization

/// Detects features in the frames of an animation for effects that hide them. Frames are gone through twice: first to look at all of them,
/// and then with what was found in a frame, and around it where that frame has nothing, since the detector may have missed it there.
package final class FrameDetector: FeatureDetector {
    private struct Frame {
        /// When it is shown, in seconds.
        let time: Range<Double>
        /// What each call found, in order.
        var found: [[Feature]] = []
    }

    private struct State {
        var frames: [Frame] = []
        /// The frame, and the number of calls for it.
        var (frame, calls) = (0, 0)
        var hasLooked = false
        /// What was found in frames, by their pixels and accuracy: animations repeat frames.
        var known: [String: [Feature]] = [:]
    }

    private let detector: any FeatureDetector
    private let state = Mutex(State())

    /// A feature is expected for this many seconds, and at least in one frame, before and after the frame in which it was found.
    private static let reach = 0.5 + 1e-6

    package init(_ detector: any FeatureDetector) {
        self.detector = detector.forHiding
    }

    package var name: String { detector.name }
    package var cacheKey: String { detector.cacheKey }

    /// Says that what follows concerns a frame.
    ///
    /// - Parameter time: When it is shown, in seconds; used while frames are looked at.
    package func begin(_ frame: Int, at time: Range<Double>) {
        state.withLock { state in
            (state.frame, state.calls) = (frame, 0)
            if !state.hasLooked { state.frames.append(Frame(time: time)) }
        }
    }

    /// Says that all frames were looked at.
    package func endLooking() { state.withLock { $0.hasLooked = true } }

    package func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let known: [Feature]? = state.withLock { state in
            defer { state.calls += 1 }
            return state.hasLooked ? Self.features(of: state.frame, call: state.calls, in: state.frames) : nil
        }
        if let known { return known }
        let found = try search(picture, accuracy)
        state.withLock { state in
            if !state.hasLooked, !state.frames.isEmpty { state.frames[state.frames.count - 1].found.append(found) }
        }
        return found
    }

    /// Detects, or returns what was found in an equal frame.
    private func search(_ picture: any Picture, _ accuracy: DetectionAccuracy) throws -> [Feature] {
        guard let pixels = picture as? PixelBuffer else { return try detector.features(in: picture, accuracy: accuracy) }
        let key = "\(pixels.size) \(accuracy.rawValue) \(Fingerprint.text(of: pixels.bytes))"
        if let known = state.withLock({ $0.known[key] }) { return known }
        let found = try detector.features(in: picture, accuracy: accuracy)
        state.withLock { $0.known[key] = found }
        return found
    }

    /// What was found in a frame, and around it what that frame does not show at the same place; nil for a frame that was not seen.
    private static func features(of number: Int, call: Int, in frames: [Frame]) -> [Feature]? {
        func found(_ number: Int) -> [Feature] {
            frames.indices.contains(number) && frames[number].found.indices.contains(call) ? frames[number].found[call] : []
        }
        guard frames.indices.contains(number), frames[number].found.indices.contains(call) else { return nil }
        let own = found(number), time = frames[number].time
        var features = own
        func add(_ candidate: Feature) {
            let isHidden = features.contains { $0.rectangle.intersection(candidate.rectangle).area >= 0.95 * candidate.rectangle.area }
            if !isHidden { features.append(candidate) }
        }
        let earlier = stride(from: number - 1, through: 0, by: -1)
            .prefix { $0 == number - 1 || time.lowerBound - frames[$0].time.upperBound <= reach }
        let later = (number + 1..<max(number + 1, frames.count))
            .prefix { $0 == number + 1 || frames[$0].time.lowerBound - time.upperBound <= reach }
        let missed = [Array(earlier), Array(later)].map { numbers in
            numbers.flatMap(found).filter { candidate in !own.contains { $0.isSame(as: candidate) } }
        }
        for candidate in missed.joined() { add(candidate) }
        // Between the last place before and the first one after, wherever it is on the way.
        for before in missed[0] {
            if let after = missed[1].first(where: { $0.isNear(before) }) { add(Feature(before.rectangle.union(after.rectangle))) }
        }
        return features
    }
}

extension Feature {
    /// Whether two features of one frame, or of frames next to each other, are at the same place and of the same size.
    fileprivate func isSame(as other: Feature) -> Bool { isNear(other, sides: 0.5) }

    /// Whether another feature is of a similar size and within a few sides.
    fileprivate func isNear(_ other: Feature, sides: Double = 3) -> Bool {
        let (side, otherSide) = (rectangle.area.squareRoot(), other.rectangle.area.squareRoot())
        let (across, down) = (rectangle.midX - other.rectangle.midX, rectangle.midY - other.rectangle.midY)
        return max(side, otherSide) <= 1.6 * min(side, otherSide)
            && (across * across + down * down).squareRoot() <= sides * min(side, otherSide)
    }
}

extension ImageSource {
    /// Writes an animation made from this one, as `changingFrames` without detectors, after a first pass in which these look at every
    /// frame.
    ///
    /// - Parameters:
    ///   - detectors: Those that `looking` and `change` use.
    ///   - looking: Called with each frame in the first pass, which there is if there are detectors.
    ///   - change: Makes a frame of the result from one of this animation, whose number it gets, from 0.
    package func changingFrames(
        as encoding: ImageEncoding,
        changesAlpha: Bool,
        keeping: MetadataSelection,
        showing rectangle: PixelRect?,
        detecting detectors: [FrameDetector],
        looking: (PixelBuffer) throws -> Void,
        _ change: (_ frame: PixelBuffer, _ number: Int) throws -> PixelBuffer
    ) throws -> AnimationFile {
        if !detectors.isEmpty {
            var count = 0
            try forEachFrame { frame in
                for detector in detectors { detector.begin(count, at: frame.time..<frame.time + Double(frame.duration) / 1000) }
                try looking(frame.pixels)
                count += 1
                return true
            }
            for detector in detectors { detector.endLooking() }
        }
        var count = 0
        return try changingFrames(as: encoding, changesAlpha: changesAlpha, keeping: keeping, showing: rectangle) { frame in
            for detector in detectors { detector.begin(count, at: 0..<0) }
            defer { count += 1 }
            return try change(frame, count)
        }
    }
}
