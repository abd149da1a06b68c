internal import BoundedCrop

/// The options of a URL in Cloudflare's grammar, each taken once. What is not taken is unknown, and named as ignored.
struct CloudflareOptions {
    private var values: [String: String] = [:]
    private var texts: [(name: String, text: String)] = []
    private var ignoredNames: Set<String> = []

    private static let aliases = [
        "w": "width", "h": "height", "g": "gravity", "q": "quality", "f": "format", "face-zoom": "zoom", "scq": "slow-connection-quality",
    ]

    /// Throws `invalidURL` for text that is not a list of options, and for options given twice.
    init(_ text: some StringProtocol) throws {
        // Clients that fill in a template escape the list as a whole.
        let list = text.contains("=") ? String(text) : PercentEncoding.decoded(text) ?? String(text)
        for part in Self.parts(of: list) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let written = PercentEncoding.decoded(sides[0]), let value = PercentEncoding.decoded(sides[1]),
                !written.isEmpty, !(written + value).hasControlCharacters
            else {
                throw BoundedCropError(.invalidURL, "“\(part.prefix(80))” is not an option such as width=300")
            }
            let name = Self.aliases[written] ?? written
            guard values.updateValue(value, forKey: name) == nil else { throw BoundedCropError(.invalidURL, "“\(name)” is given twice") }
            texts.append((name, part))
        }
        guard !values.isEmpty else { throw BoundedCropError(.invalidURL, "there are no options, such as width=300, before the picture") }
    }

    /// The parts between commas, except for those in the parentheses of colors.
    private static func parts(of text: some StringProtocol) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// Takes an option with a value; nil if it is missing or empty.
    mutating func text(_ name: String) -> String? { values.removeValue(forKey: name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Takes a number. Throws `invalidURL` for another value.
    mutating func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = ParameterText.number(text), range.contains(number) else {
            throw Self.failure(name, text, "a number from \(Decimals.text(range.lowerBound)) to \(Decimals.text(range.upperBound))")
        }
        return number
    }

    /// Takes one of these words. Throws `invalidURL` for another value.
    mutating func word(_ name: String, of words: [String]) throws -> String? {
        guard let text = text(name) else { return nil }
        guard words.contains(text) else { throw Self.failure(name, text, "one of " + words.joined(separator: ", ")) }
        return text
    }

    /// Takes a color as CSS has them. Throws `invalidURL` for another value.
    mutating func color(_ name: String) throws -> Color? {
        guard let text = text(name) else { return nil }
        if let color = Color(abbreviated: text) { return color }
        // CSS has more functions than are read here.
        guard text.hasSuffix(")"), text.contains("("), !text.hasPrefix("rgb") else {
            throw Self.failure(name, text, "a color of CSS, such as red, %23ff8800 or rgb(255,136,0)")
        }
        ignore(name)
        return nil
    }

    /// Names an option that was taken as one that cannot be honored.
    mutating func ignore(_ name: String) { ignoredNames.insert(name) }

    /// The options that cannot be honored, as they are written in the URL.
    var ignored: [String] {
        texts.filter { values[$0.name] != nil || ignoredNames.contains($0.name) }.map(\.text)
    }

    static func failure(_ name: String, _ text: String, _ wanted: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "“\(name)=\(text.prefix(80))” is not possible: it must be \(wanted)")
    }
}
