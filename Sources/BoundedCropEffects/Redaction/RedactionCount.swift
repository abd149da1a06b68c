package import BoundedCrop
internal import Synchronization

/// Counts what the redactions of one picture cover, so that a picture in which nothing was found is not taken for a redacted one.
///
///     let count = RedactionCount()
///     let picture = try photo.pixels().applying([.redact(.pixelate)].counting(in: count))
///     if count.covered == 0 { print("no face found") }
public final class RedactionCount: Sendable {
    /// A place that was covered.
    package struct Place: Hashable, Sendable {
        /// What was found or given, without the margin, in pixels of the upright picture.
        package let rectangle: Rect
        /// The numbers of the frames in which it was covered, from 0, in their order; empty if the picture is no animation.
        package internal(set) var frames: [Int]
    }

    private struct State {
        var most: Int?
        var places: [Place] = []
        /// The index of each rectangle among the places.
        var known: [Rect: Int] = [:]
    }

    private let state = Mutex(State())

    /// Creates a count for one picture or animation.
    public init() {}

    /// How many places were covered, where several detections of one place count once. Of several redactions, and of several frames, the
    /// one that covered most counts. Nil as long as no redaction was applied.
    public var covered: Int? { state.withLock { $0.most } }

    /// The places that were covered, by any of the redactions, in the order in which they were. Of an animation, equal rectangles in several
    /// frames are one place.
    package var places: [Place] { state.withLock { $0.places } }

    /// The places as JSON has them; nil as long as no redaction was applied.
    package var covers: [CoverRecord]? {
        state.withLock { state in
            state.most.map { _ in state.places.map { CoverRecord($0.rectangle, frames: $0.frames.isEmpty ? nil : $0.frames) } }
        }
    }

    /// Throws `noFeatureFound` if there were redactions and they covered nothing.
    package func check() throws {
        guard covered == 0 else { return }
        throw BoundedCropError(.noFeatureFound, "no face found, nothing covered: as a face is required, there is no output")
    }

    func add(_ covered: [Rect], frame: Int? = nil) {
        state.withLock { state in
            state.most = max(state.most ?? 0, covered.count)
            for rectangle in covered {
                if let index = state.known[rectangle] {
                    if let frame, state.places[index].frames.last != frame { state.places[index].frames.append(frame) }
                } else {
                    state.known[rectangle] = state.places.count
                    state.places.append(Place(rectangle: rectangle, frames: frame.map { [$0] } ?? []))
                }
            }
        }
    }
}

extension [any ImageEffect] {
    /// The same effects, whose redactions hide what a detector finds.
    ///
    /// - Parameter accuracy: That of the search; nil for each redaction's own.
    package func detecting(with detector: any FeatureDetector, accuracy: DetectionAccuracy? = nil) -> Self {
        map { effect in
            guard var redaction = effect as? Redact else { return effect }
            (redaction.detector, redaction.accuracy) = (detector, accuracy ?? redaction.accuracy)
            return redaction
        }
    }

    /// The same effects, of which the redactions count what they cover. Those that only take known rectangles count, too.
    public func counting(in count: RedactionCount) -> Self {
        map { effect in
            switch effect.made {
            case var redaction as Redact:
                redaction.count = count
                return redaction
            case var redaction as RedactFeatures:
                redaction.count = count
                return redaction
            default: return effect
            }
        }
    }
}
