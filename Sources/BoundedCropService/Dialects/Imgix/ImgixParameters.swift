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
            guard !(written + value).hasControlCharacters else {
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
        guard let text = URLSafeBase64.string(value), !text.hasControlCharacters
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
        texts.filter { values[$0.name] != nil || ignoredNames.contains($0.name) }.map(\.text) + ignoredTexts
    }
}

extension ImgixParameters {
    /// The other names of parameters.
    static let aliases: [String: String] = [
        "f": "fit", "width": "w", "height": "h", "or": "orient", "inv": "invert", "mono": "monochrome",
        "max-width": "max-w", "max-height": "max-h", "min-width": "min-w", "min-height": "min-h",
        "bg-color": "bg", "fillcolor": "fill-color", "maskbg": "mask-bg",
        "trimcolor": "trim-color", "trimmd": "trim-md", "trimpad": "trim-pad", "trimsd": "trim-sd", "trimtol": "trim-tol",
        "m": "mark", "ma": "mark-align", "markalign": "mark-align", "malph": "mark-alpha", "markalpha": "mark-alpha",
        "mb": "mark-base", "markbase": "mark-base", "mf": "mark-fit", "markfit": "mark-fit", "mh": "mark-h", "markh": "mark-h",
        "mp": "mark-pad", "markpad": "mark-pad", "ms": "mark-scale", "markscale": "mark-scale", "mtile": "mark-tile",
        "marktile": "mark-tile", "mw": "mark-w", "markw": "mark-w", "mx": "mark-x", "markx": "mark-x", "my": "mark-y", "marky": "mark-y",
    ]
}

// Each takes a parameter, nil if it is missing or empty. All throw `invalidURL` for a value that is not one of those asked for.
extension ImgixParameters {
    mutating func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = ParameterText.number(text), range.contains(number) else {
            throw Self.failure(name, text, "a number from \(Decimals.text(range.lowerBound)) to \(Decimals.text(range.upperBound))")
        }
        return number
    }

    /// Whole numbers; fractions are rounded, since clients compute them.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try number(name, in: Double(range.lowerBound)...Double(range.upperBound)).map { Int($0, within: range) }
    }

    mutating func flag(_ name: String) throws -> Bool? {
        guard let text = text(name) else { return nil }
        guard let flag = Bool(flag: text) else { throw Self.failure(name, text, "true or false") }
        return flag
    }

    /// Values with commas between them.
    mutating func list(_ name: String) -> [String] {
        (text(name) ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    }

    /// One of these words, or none if the parameter has another value, which is then named as ignored.
    mutating func word(_ name: String, of words: Set<String>) -> String? {
        guard let text = text(name) else { return nil }
        if words.contains(text) { return text }
        ignore(name)
        return nil
    }

    /// A color's name, or its digits in hexadecimal: RGB, ARGB, RRGGBB or AARRGGBB.
    mutating func color(_ name: String) throws -> Color? {
        guard let text = text(name) else { return nil }
        guard let color = Self.color(text) else {
            throw Self.failure(name, text, "a color, such as red, f80, ff8800 or, with the opacity first, 80ff8800")
        }
        return color
    }

    static func color(_ text: String) -> Color? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let opacity = digits.count == 4 ? 1 : digits.count == 8 ? 2 : 0
        let isHexadecimal = Hexadecimal.values(digits) != nil
        let css = isHexadecimal ? "#\(digits.dropFirst(opacity))\(digits.prefix(opacity))" : text
        return Color(css)
    }

    static func failure(_ name: String, _ text: String, _ wanted: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "“\(name)=\(text.prefix(80))” is not possible: it must be \(wanted)")
    }
}
