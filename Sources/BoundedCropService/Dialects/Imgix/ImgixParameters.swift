internal import BoundedCrop

/// The parameters of a URL in imgix's grammar, each taken once. What is not taken is unknown, and named as ignored.
struct ImgixParameters {
    private var values: [String: String] = [:]
    /// The parameters as they stand in the URL, in its order.
    private var texts: [(name: String, text: String)] = []
    private var ignoredNames: Set<String> = []
    private var ignoredTexts: [String] = []

    /// Throws `invalidURL` for parameters that are given twice or are not text.
    init(_ query: String) throws {
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let written = PercentEncoding.decoded(sides[0]), let value = PercentEncoding.decoded(sides.count > 1 ? sides[1] : "")
            else {
                throw BoundedCropError(.invalidURL, "the escapes in “\(part)” are not UTF-8")
            }
            guard !(written + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                throw BoundedCropError(.invalidURL, "the query contains control characters")
            }
            try add(written, value, String(part))
        }
    }

    private mutating func add(_ written: String, _ value: String, _ part: String) throws {
        var (name, value) = (Self.aliases[written] ?? written, value)
        let plain = String(written.dropLast(2))
        // The value of NAME64 is in base64 (RFC 4648, 5), for all names but these.
        if written.hasSuffix("64"), plain != "auto", plain != "ch" {
            name = Self.aliases[plain] ?? plain
            value = try Self.decoded(value, of: written)
        }
        // Clients may repeat `auto` instead of listing its values.
        if name == "auto", let earlier = values[name] { value = "\(earlier),\(value)" }
        guard values.updateValue(value, forKey: name) == nil || name == "auto" else {
            throw BoundedCropError(.invalidURL, "“\(name)” is given twice")
        }
        texts.append((name, part))
    }

    private static func decoded(_ value: String, of name: String) throws -> String {
        guard let text = URLSafeBase64.string(value), !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw BoundedCropError(.invalidURL, "“\(name)=\(value)” is not text in URL-safe base64")
        }
        return text
    }

    /// Takes a parameter; nil if it is missing.
    mutating func take(_ name: String) -> String? { values.removeValue(forKey: name) }

    /// Takes a parameter with a value; nil if it is missing or empty.
    mutating func text(_ name: String) -> String? { take(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Names a parameter that was taken, or a text that says what of it, as one that cannot be honored.
    mutating func ignore(_ name: String, _ text: String? = nil) {
        if let text { ignoredTexts.append(text) } else { ignoredNames.insert(name) }
    }

    /// The parameters that cannot be honored, as they are written in the URL.
    var ignored: [String] {
        let all = texts.filter { values[$0.name] != nil || ignoredNames.contains($0.name) }.map(\.text) + ignoredTexts
        // They become a header's value, which proxies refuse if it is long.
        return ImageFilters.hidingFirst(all).prefix(32).map {
            PercentEncoding.encoded($0.prefix(80), keeping: PercentEncoding.plain + "?", keepingEscapes: true)
        }
    }
}
