/// How a value goes from its start to its end over time.
public enum AnimationCurve: String, Hashable, Sendable, CaseIterable {
    /// As fast at every moment: t.
    case linear
    /// Slow at first: t².
    case easeIn
    /// Slow at last: 1 - (1 - t)².
    case easeOut
    /// Slow at both ends: t²(3 - 2t).
    case easeInOut

    /// How far the value has come, 0...1, when this share of the time, 0...1, has passed. What lies outside counts as the nearer end.
    public func progress(at time: Double) -> Double {
        let time = min(max(time, 0), 1)
        return switch self {
        case .linear: time
        case .easeIn: time * time
        case .easeOut: 1 - (1 - time) * (1 - time)
        case .easeInOut: time * time * (3 - 2 * time)
        }
    }
}

/// A number on its way.
struct NumberAnimation {
    let start: Double
    let end: Double
    let begin: Duration
    let duration: Duration
    let curve: AnimationCurve

    /// The number at a time of the clock that `begin` was read from.
    func value(at now: Duration) -> Double {
        duration > .zero ? start + (end - start) * curve.progress(at: (now - begin) / duration) : end
    }

    func isOver(at now: Duration) -> Bool { now - begin >= duration }
}
