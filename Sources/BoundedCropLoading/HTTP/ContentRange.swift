/// The part of a file that an answer contains (RFC 9110, 14.4).
struct ContentRange: Hashable {
    let first: Int
    /// At least `first` and less than `Int.max`, so that `last + 1` does not overflow.
    let last: Int
    /// The length of the whole file, greater than `last`; nil if the server does not specify it.
    let total: Int?

    /// Parses `bytes 0-99/1000` and `bytes 0-99/*`; nil for anything else.
    init?(_ text: String) {
        let words = text.trimmed().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = HTTPNumber.value(ends[0]), let last = HTTPNumber.value(ends[1]) else { return nil }
        guard first <= last, last < .max else { return nil }
        if sides[1] != "*" {
            guard let total = HTTPNumber.value(sides[1]), total > last else { return nil }
            self.total = total
        } else {
            total = nil
        }
        (self.first, self.last) = (first, last)
    }
}

/// Numbers in header fields.
enum HTTPNumber {
    /// Parses a number that consists of digits only, capped at `Int.max`; nil for anything else, such as `+5`, `-0` or `1e9`.
    static func value(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
