internal import BoundedCrop

/// How much a URL may ask for.
public struct ImageURLLimits: Hashable, Sendable {
    /// Bytes of the instructions as they stand in the request; 8192 by default.
    public var maximumLength = 8192
    /// Filters in one URL; 32 by default.
    public var maximumFilters = 32

    /// The defaults: 8192 bytes, 32 filters.
    public init() {}

    /// To be asked before anything else is done with a URL, or a part of it. Throws `limitExceeded` for one that is too long.
    func check(_ url: some StringProtocol) throws {
        let length = url.utf8.count
        guard length > maximumLength else { return }
        throw BoundedCropError(.limitExceeded, "a URL of \(length) bytes exceeds the limit of \(maximumLength) bytes")
    }
}
