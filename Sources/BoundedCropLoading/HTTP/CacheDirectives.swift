internal import BoundedCrop
internal import FoundationEssentials
internal import NIOHTTP1

/// The caching rules in the headers of an answer (RFC 9111).
struct CacheDirectives: Sendable {
    private(set) var mayStore = true
    /// Whether the answer must be revalidated before each use.
    private(set) var mustRevalidate = false
    private var maximumAge: Double?
    private var age = 0.0
    private var date: Date?
    private var expires: Date?
    private var hasInvalidExpires = false
    /// How long after its expiry the answer may be used if the server cannot be reached (RFC 5861), in seconds.
    private(set) var staleIfError = 0.0

    init(_ headers: HTTPHeaders) {
        for part in headers[canonicalForm: "cache-control"] {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmed().lowercased() }
            let seconds = pair.count == 2 ? Self.seconds(pair[1].filter { $0 != "\"" }) : nil
            switch pair.first {
            case "no-store": mayStore = false
            case "no-cache": mustRevalidate = true
            // An invalid max-age counts as stale (RFC 9111, 4.2.1).
            case "max-age": maximumAge = seconds ?? 0
            case "stale-if-error": staleIfError = seconds ?? 0
            default: break
            }
        }
        age = headers.first(name: "age").flatMap { Self.seconds($0.trimmed()) } ?? 0
        date = headers.first(name: "date").flatMap { HTTPDate.date($0) }
        if let text = headers.first(name: "expires") {
            expires = HTTPDate.date(text)
            // An invalid Expires, such as 0, counts as in the past.
            hasInvalidExpires = expires == nil
        }
    }

    /// Parses a number of seconds, digits only. Larger values are capped at 2^31 (RFC 9111, 1.2.2).
    private static func seconds(_ text: String) -> Double? {
        HTTPNumber.value(text).map { Double(min($0, 1 << 31)) }
    }

    /// Returns the time until which the answer is fresh.
    /// - Parameter standard: The lifetime to use if the headers do not specify one.
    func expiry(receivedAt now: Date, standard: Duration) -> Date {
        if mustRevalidate || !mayStore { return now }
        if let maximumAge { return now.addingTimeInterval(maximumAge - age) }
        if let expires { return now.addingTimeInterval(expires.timeIntervalSince(date ?? now) - age) }
        return hasInvalidExpires ? now : now.addingTimeInterval(standard.seconds)
    }
}

extension StringProtocol {
    func trimmed() -> String {
        let spaces: Set<Character> = [" ", "\t"]
        let start = drop { spaces.contains($0) }
        return String(start.reversed().drop { spaces.contains($0) }.reversed())
    }
}
