internal import BoundedCrop
internal import BoundedCropRendering

/// The limits of a URL.
public struct ImageURLLimits: Hashable, Sendable {
    /// The maximum number of bytes of the instructions as they stand in the request; 8192 by default.
    public var maximumLength = 8192
    /// The maximum number of filters in one URL; 32 by default.
    public var maximumFilters = 32
    /// The maximum number of requests in a chain; 8 by default.
    public var maximumChain = 8

    /// Creates the defaults: 8192 bytes, 32 filters, 8 requests in a chain.
    package init() {}

    /// No limits, for text that was already checked, or that is read only to find its picture.
    static var none: ImageURLLimits {
        var limits = ImageURLLimits()
        (limits.maximumLength, limits.maximumFilters, limits.maximumChain) = (.max, .max, .max)
        return limits
    }

    /// Call this before anything else is done with a URL or a part of it. Throws `urlTooLong`.
    func check(_ url: some StringProtocol) throws {
        let length = url.utf8.count
        guard length > maximumLength else { return }
        throw BoundedCropError(.urlTooLong, "a URL of \(length) bytes exceeds the limit of \(maximumLength) bytes")
    }

    /// Throws `limitExceeded` for too many filters, or too long a chain.
    func check(_ url: ImageURL) throws {
        try check(filters: url.earlier.reduce(url.filters.count) { $0 + $1.filters.count }, chain: url.earlier.count + 1)
    }

    /// Throws `limitExceeded` for too many steps, or too many stages.
    func check(_ request: RenderRequest) throws {
        try check(filters: request.stages.reduce(0) { $0 + $1.steps.count }, chain: request.stages.count)
    }

    private func check(filters: Int, chain: Int) throws {
        guard filters <= maximumFilters else {
            throw BoundedCropError(.limitExceeded, "\(filters) filters exceed the limit of \(maximumFilters)")
        }
        guard chain <= maximumChain else {
            throw BoundedCropError(.limitExceeded, "a chain of \(chain) requests exceeds the limit of \(maximumChain)")
        }
    }
}
