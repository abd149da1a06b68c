/// How much a URL may ask for.
public struct ImageURLLimits: Hashable, Sendable {
    /// Bytes of the instructions as they stand in the request; 8192 by default.
    public var maximumLength = 8192
    /// Filters in one URL; 32 by default.
    public var maximumFilters = 32

    /// The defaults: 8192 bytes, 32 filters.
    public init() {}
}
