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
            let seconds = pair.count == 2 ? Self.seconds(pair[1].filter { $0 != "\"" }) : nil
            switch pair.first {
            case "no-store": mayStore = false
            case "no-cache": mustRevalidate = true
            // One that is no number is taken as stale (RFC 9111, 4.2.1).
            case "max-age": maximumAge = seconds ?? 0
            case "stale-if-error": staleIfError = seconds ?? 0
            default: break
            }
        }
        age = headers.first(name: "age").flatMap { Self.seconds($0.trimmed()) } ?? 0
        date = headers.first(name: "date").flatMap { HTTPDate.date($0) }
        if let text = headers.first(name: "expires") {
            expires = HTTPDate.date(text)
            // An Expires that is no date, such as 0, is in the past.
            hasInvalidExpires = expires == nil
        }
    }

    /// A number of seconds, which has digits only; what is too large counts as 2^31 (RFC 9111, 1.2.2).
    private static func seconds(_ text: String) -> Double? {
        HTTPNumber.value(text).map { Double(min($0, 1 << 31)) }
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
