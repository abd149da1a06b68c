internal import BoundedCrop

/// An option of an imgproxy URL or preset, such as `rs:fill:300:200`; every error names the option and the argument.
struct ImgproxyOption: Sendable {
    /// The name as written, full or short.
    let name: String
    /// The arguments, not percent-encoded. There is at least one; it may be empty.
    let arguments: [String]

    init(_ name: String, _ arguments: [String]) {
        (self.name, self.arguments) = (name, arguments)
    }

    /// Parses a segment of a path; nil for one without a separator, which is not an option. Throws `invalidURL`.
    init?(segment: Substring, separator: Unicode.Scalar) throws {
        let parts = ImgproxySource.parts(segment, separator)
        guard parts.count > 1 else { return nil }
        name = String(parts[0])
        arguments = try parts.dropFirst().map { try ImgproxySource.decoded($0) }
    }

    /// The option without its first arguments, under another name.
    func rest(from index: Int, as name: String) -> ImgproxyOption { ImgproxyOption(name, Array(arguments.dropFirst(index))) }

    func failure(_ complaint: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "“\(([name] + arguments).joined(separator: ":"))” \(complaint)")
    }

    private func wrong(_ index: Int, _ wanted: String) -> BoundedCropError {
        failure("needs \(wanted), not “\(index < arguments.count ? arguments[index] : "")”")
    }

    func check(count: ClosedRange<Int>) throws {
        guard count.contains(arguments.count) else {
            let wanted = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
            throw failure("takes \(wanted) arguments, not \(arguments.count)")
        }
    }

    /// Whether there is an argument that is not empty.
    func has(_ index: Int) -> Bool { index < arguments.count && !arguments[index].isEmpty }

    /// Whether there is an argument that is not empty, from this one on.
    func hasAny(from index: Int) -> Bool { arguments.dropFirst(index).contains { !$0.isEmpty } }

    func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
        guard index < arguments.count, let number = Int(arguments[index]), range.contains(number) else {
            throw wrong(index, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ index: Int, in range: ClosedRange<Double>) throws -> Double {
        guard index < arguments.count, let number = ParameterText.number(arguments[index], allowsExponents: true), range.contains(number)
        else {
            throw wrong(index, "a number from \(ParameterText.text(range.lowerBound)) to \(ParameterText.text(range.upperBound))")
        }
        return number
    }

    /// True or false as Go writes them; an empty argument is false.
    func flag(_ index: Int) throws -> Bool {
        switch index < arguments.count ? arguments[index] : "" {
        case "1", "t", "T", "true", "True", "TRUE": return true
        case "", "0", "f", "F", "false", "False", "FALSE": return false
        default: throw wrong(index, "1, t, true, 0, f or false")
        }
    }

    /// Whether all arguments are those that switch an option off, or the default.
    var isOff: Bool { arguments.allSatisfy { ["", "0", "f", "false", "none", "ce"].contains($0) } }

    /// A color of three or six hexadecimal digits.
    func color(_ index: Int) throws -> Color {
        let text = index < arguments.count ? arguments[index] : ""
        guard [3, 6].contains(text.utf8.count), let color = Color("#" + text) else { throw wrong(index, "a color such as ff8800 or f80") }
        return color
    }

    /// The text that an argument encodes in URL-safe base64. Throws `invalidURL` for other arguments, and for control characters.
    func base64(_ index: Int) throws -> String {
        guard index < arguments.count, let text = ImgproxySource.text(base64: arguments[index]), !text.isEmpty else {
            throw wrong(index, "URL-safe base64")
        }
        try ImgproxySource.check(text)
        return text
    }
}
