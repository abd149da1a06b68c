internal import BoundedCrop

/// The limits of a URL.
public struct ImageURLLimits: Hashable, Sendable {
    /// The maximum number of bytes of the instructions as they stand in the request; 8192 by default.
    public var maximumLength = 8192
    /// The maximum number of filters in one URL; 32 by default.
    public var maximumFilters = 32

    /// Creates the defaults: 8192 bytes, 32 filters.
    public init() {}

    /// Call this before anything else is done with a URL or a part of it. Throws `limitExceeded` for one that is too long.
    func check(_ url: some StringProtocol) throws {
        let length = url.utf8.count
        guard length > maximumLength else { return }
        throw BoundedCropError(.limitExceeded, "a URL of \(length) bytes exceeds the limit of \(maximumLength) bytes")
    }
}
