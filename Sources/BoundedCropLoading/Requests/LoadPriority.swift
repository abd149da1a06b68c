/// How much a load matters while it waits: higher ones go first, the newest first among equals.
public enum LoadPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Pictures that may be wanted later; prefetching uses it.
    case low
    /// What a request has unless it says otherwise.
    case normal
    /// What somebody looks at now.
    case high

    /// Whether the left one matters less.
    public static func < (left: LoadPriority, right: LoadPriority) -> Bool { left.rawValue < right.rawValue }
}
