internal import BoundedCrop

/// One parameter of a hosted service's URL, such as `w_200` or `w-200`. Every error names it as it is written.
struct TransformationParameter: Hashable, Sendable {
    /// The parameter as written.
    let text: String
    /// What stands before the first separator.
    let name: String
    /// What stands behind it; empty if there is none.
    let value: String

    init(_ text: Substring, separator: Character) {
        self.text = String(text)
        let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        name = parts.first.map(String.init) ?? ""
        value = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The error for a value that is not what it has to be.
    func failure(_ expected: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "“\(text.prefix(80))” is not valid: \(name.prefix(20)) must be \(expected)")
    }

    /// The error for a valid value that has no equivalent here, and without which the picture would be another one.
    func refusal(_ reason: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "“\(text.prefix(80))” cannot be honored here: \(reason)")
    }

    /// A whole number in a range, from the value or a part of it. Throws `invalidURL`.
    func integer(_ part: (some StringProtocol)?, in range: ClosedRange<Int>) throws -> Int {
        let text = part.map { String($0) } ?? ""
        guard ParameterText.number(text) != nil, let number = Int(text), range.contains(number) else {
            throw failure("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws -> Int { try integer(value, in: range) }

    /// A decimal number in a range, from the value or a part of it. Throws `invalidURL`.
    func number(_ part: (some StringProtocol)?, in range: ClosedRange<Double>) throws -> Double {
        guard let number = ParameterText.number(part.map { String($0) } ?? ""), range.contains(number) else {
            let (first, last) = (ParameterText.text(range.lowerBound), ParameterText.text(range.upperBound))
            throw failure("a number from \(first) to \(last)")
        }
        return number
    }

    func number(in range: ClosedRange<Double>) throws -> Double { try number(value, in: range) }

    /// A color by name or as hexadecimal digits. Throws `invalidURL`.
    func color(_ part: some StringProtocol) throws -> Color {
        guard let color = TransformationColor.color(String(part)) else {
            throw failure("a color: a name or hexadecimal digits, such as ff8800")
        }
        return color
    }
}

/// The picture in the path of a hosted service's URL.
enum TransformationSource {
    /// The text of a path that is percent-encoded once.
    ///
    /// - Throws: `invalidURL` if it is empty, not UTF-8, or contains control characters.
    static func image(_ path: some StringProtocol) throws -> String {
        let text = try decoded(path)
        guard !text.isEmpty else { throw BoundedCropError(.invalidURL, "the URL names no picture") }
        return text
    }

    /// A percent-encoded text. Throws `invalidURL` if it is not UTF-8, or contains control characters.
    static func decoded(_ path: some StringProtocol) throws -> String {
        guard let text = PercentEncoding.decoded(path) else { throw BoundedCropError(.invalidURL, "the URL's escapes are not UTF-8") }
        guard !text.hasControlCharacters else {
            throw BoundedCropError(.invalidURL, "the URL contains control characters")
        }
        return text
    }

    /// Whether a text is a URL, rather than a path in the folder.
    static func isURL(_ text: String) -> Bool { ImageURL.scheme(of: text) != nil }
}
