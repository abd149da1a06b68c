internal import BoundedCrop

/// Numbers, colors and pictures as the text of parameters and of filters' arguments.
enum ParameterText {
    /// A number in decimal digits, with at most one point and possibly a minus sign; nil for everything else.
    static func number(_ text: some StringProtocol) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let number = Decimals.number(digits), number.isFinite else { return nil }
        return text.hasPrefix("-") ? -number : number
    }

    /// A color as six hexadecimal digits, or as eight with its opacity last.
    static func digits(_ color: Color) -> String {
        let components = [color.red, color.green, color.blue] + (color.alpha == 1 ? [] : [color.alpha])
        return components.map { component in
            let level = Int(component * 255, within: 0...255)
            return (level < 16 ? "0" : "") + String(level, radix: 16)
        }.joined()
    }

    /// A picture's name or URL as an argument of a filter; nil if no argument can hold it. Commas and brackets are escaped in a URL.
    static func argument(picture: String) -> String? {
        let special = ",()[]"
        guard !picture.isEmpty, picture == picture.trimmingSpaces() else { return nil }
        guard picture.utf8.contains(where: special.utf8.contains) else { return picture }
        guard ImageURL.scheme(of: picture) != nil else { return nil }
        return picture.map { special.contains($0) ? PercentEncoding.encoded(String($0), keeping: "") : String($0) }.joined()
    }
}
