internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import HTTPTypes

/// For how many seconds caches may use an answer.
struct CachingTimes: Hashable, Sendable {
    /// While it is fresh.
    let fresh: Int
    /// After that, while they revalidate it (RFC 5861, 3).
    let whileRevalidating: Int
    /// After that, where the service cannot answer (RFC 5861, 4).
    let onError: Int

    /// The times of a URL, none of which exceeds its expiry.
    init(_ configuration: ServiceConfiguration, _ delivery: Delivery, now: Date = Date()) {
        let left = delivery.expiry.map { max(0, $0 - delivery.second(of: now)) } ?? .max
        fresh = min(delivery.maximumAge ?? configuration.maximumAge, left)
        // A URL whose answers are never fresh wants them revalidated.
        let further = delivery.maximumAge == 0 ? 0 : left - fresh
        whileRevalidating = min(configuration.staleWhileRevalidate, further)
        onError = min(configuration.staleIfError, further)
    }

    /// The value of `Cache-Control`. Without a directive `public`, shared caches do not store what they requested with credentials.
    var cacheControl: String {
        var directives = ["max-age=\(fresh)"]
        if whileRevalidating > 0 { directives.append("stale-while-revalidate=\(whileRevalidating)") }
        if onError > 0 { directives.append("stale-if-error=\(onError)") }
        return directives.joined(separator: ", ")
    }
}

extension Answer {
    mutating func addCaching(_ times: CachingTimes) {
        headers[.cacheControl] = times.cacheControl
        headers[.expires] = HTTPDate.text(Date().addingTimeInterval(Double(times.fresh)))
    }
}

extension Delivery {
    /// Throws `notFound` for a URL that has expired.
    func checkExpiry(now: Date = Date()) throws {
        guard let expiry, expiry <= second(of: now) else { return }
        let date = HTTPDate.text(Date(timeIntervalSince1970: Double(expiry)))
        throw BoundedCropError(.notFound, "this URL has expired: it was valid until \(date)")
    }

    fileprivate func second(of date: Date) -> Int {
        Int(date.timeIntervalSince1970, within: 0...253_402_300_799, rounded: .down)
    }
}
