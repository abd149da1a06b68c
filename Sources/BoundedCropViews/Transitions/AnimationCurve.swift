/// The course of an animation from its start to its end.
public enum AnimationCurve: String, Hashable, Sendable, CaseIterable {
    /// Constant speed: t.
    case linear
    /// Starts slowly: t².
    case easeIn
    /// Ends slowly: 1 - (1 - t)².
    case easeOut
    /// Starts and ends slowly: t²(3 - 2t).
    case easeInOut

    /// Returns the progress, 0...1, at a share of the duration, 0...1. Times outside this range are clamped.
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
