/// The priority of a waiting load. Higher priorities go first, and the newest first among equals.
public enum LoadPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// For pictures that may be needed later. Prefetching uses it.
    case low
    /// The default priority.
    case normal
    /// For pictures that are visible now.
    case high

    /// Whether the left priority is lower.
    public static func < (left: LoadPriority, right: LoadPriority) -> Bool { left.rawValue < right.rawValue }
}
