internal import BoundedCrop
internal import Synchronization

/// Counts what the redactions of one picture cover, so that a picture in which nothing was found is not taken for a redacted one.
///
///     let count = RedactionCount()
///     let picture = try photo.pixels().applying([.redact(.pixelate)].counting(in: count))
///     if count.covered == 0 { print("no face found") }
public final class RedactionCount: Sendable {
    private let most = Mutex<Int?>(nil)

    /// Creates a count for one picture or animation.
    public init() {}

    /// How many places were covered, where several detections of one place count once. Of several redactions, and of several frames, the
    /// one that covered most counts. Nil as long as no redaction was applied.
    public var covered: Int? { most.withLock { $0 } }

    func add(_ covered: Int) { most.withLock { $0 = max($0 ?? 0, covered) } }
}

extension [any ImageEffect] {
    /// The same effects, of which the redactions count what they cover. Those that only take known rectangles count, too.
    public func counting(in count: RedactionCount) -> Self {
        map { effect in
            switch effect {
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
