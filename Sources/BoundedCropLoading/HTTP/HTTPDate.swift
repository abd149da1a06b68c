internal import BoundedCrop
internal import CLibrary
package import FoundationEssentials

/// Dates in HTTP format (RFC 9110, 5.6.7).
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Parses the date of a header field, in the current format or one of the two obsolete ones.
    package static func date(_ text: String) -> Date? {
        var words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        // The asctime format: Sun Nov  6 08:49:37 1994.
        if words.count == 5, months.contains(words[1]) { words = [words[0], words[2], words[1], words[4], words[3], "GMT"] }
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: words[2]) else { return nil }
        let numbers =
            [words[1], words[3]].map(Self.number) + words[4].split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
        guard numbers.count == 5 else { return nil }
        let (day, time) = (numbers[0], numbers[2...].map { $0 })
        var year = numbers[1]
        // Two digits, as in RFC 850; 70 and above are in the 1900s.
        if words[3].count == 2 { year += year < 70 ? 2000 : 1900 }
        guard (1...31).contains(day), (1583...9999).contains(year), (0...23).contains(time[0]), (0...59).contains(time[1]),
            (0...60).contains(time[2])
        else { return nil }
        var parts = tm()
        (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
        return Date(timeIntervalSince1970: Double(timegm(&parts)))
    }

    /// Parses at most four digits; -1, which is invalid in every part of a date, for anything else.
    private static func number(_ text: some StringProtocol) -> Int32 {
        text.utf8.count <= 4 ? HTTPNumber.value(text).map { Int32($0) } ?? -1 : -1
    }

    /// Formats a date, such as `Sun, 06 Nov 1994 08:49:37 GMT`. Dates outside the years 1...9999 are clamped to that range.
    package static func text(_ date: Date) -> String {
        var seconds = time_t(Int(date.timeIntervalSince1970, within: -62_135_596_800...253_402_300_799, rounded: .down))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + Int(parts.tm_year))"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
