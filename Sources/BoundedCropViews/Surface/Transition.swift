/// How one picture takes the place of another.
public enum Transition: Hashable, Sendable {
    /// At once.
    case none
    /// The old one fades out while the new one fades in, evenly over this time. None at all where that is zero or less.
    case crossfade(Duration)

    /// How long it takes; never below zero.
    public var duration: Duration {
        switch self {
        case .none: .zero
        case .crossfade(let duration): max(duration, .zero)
        }
    }
}
