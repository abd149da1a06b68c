internal import FoundationEssentials

/// Dates of the internet (RFC 3339), such as `2024-05-06T07:08:09.000Z`.
enum InternetDate {
    static func date(_ text: String) -> Date? {
        let whole = Date.ISO8601FormatStyle()
        let parts = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? whole.parse(text)) ?? (try? parts.parse(text))
    }
}
