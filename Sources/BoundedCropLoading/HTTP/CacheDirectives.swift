internal import FoundationEssentials
internal import NIOHTTP1

/// What the headers of an answer say about keeping it (RFC 9111).
struct CacheDirectives: Sendable {
    private(set) var mayStore = true
    /// Whether the answer has to be revalidated each time.
    private(set) var mustRevalidate = false
    private var maximumAge: Double?
    private var age = 0.0
    private var date: Date?
    private var expires: Date?
    private var hasInvalidExpires = false
    /// How long after its expiry the answer may be used when the server cannot be asked (RFC 5861).
    private(set) var staleIfError = 0.0

    init(_ headers: HTTPHeaders) {
        for part in headers[canonicalForm: "cache-control"] {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmed().lowercased() }
            let seconds = pair.count == 2 ? Double(pair[1].filter { $0 != "\"" }) : nil
            switch pair.first {
            case "no-store": mayStore = false
            case "no-cache": mustRevalidate = true
            case "max-age": maximumAge = seconds.map { max(0, $0) } ?? 0
            case "stale-if-error": staleIfError = max(0, seconds ?? 0)
            default: break
            }
        }
        age = headers.first(name: "age").flatMap { Double($0.trimmed()) }.map { max(0, $0) } ?? 0
        date = headers.first(name: "date").flatMap { HTTPDate.date($0) }
        if let text = headers.first(name: "expires") {
            expires = HTTPDate.date(text)
            // An Expires that is no date, such as 0, is in the past.
            hasInvalidExpires = expires == nil
        }
    }

    /// Until when the answer is fresh.
    /// - Parameter standard: how long it is where the headers say nothing.
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

extension Duration {
    /// The duration as a number of seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
