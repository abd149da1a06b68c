/// Numbers in header fields.
enum HTTPNumber {
    /// Parses a number that consists of digits only, capped at `Int.max`; nil for anything else, such as `+5`, `-0` or `1e9`.
    static func value(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
