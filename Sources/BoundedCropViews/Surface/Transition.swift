/// How new content replaces the old.
public enum Transition: Hashable, Sendable {
    /// Immediately.
    case none
    /// A linear crossfade of this duration. No transition if it is zero or less.
    case crossfade(Duration)

    /// The duration; never negative.
    public var duration: Duration {
        switch self {
        case .none: .zero
        case .crossfade(let duration): max(duration, .zero)
        }
    }
}
