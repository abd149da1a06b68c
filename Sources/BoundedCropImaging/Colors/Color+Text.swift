internal import BoundedCropRuntime

extension Color: LosslessStringConvertible {
    /// Creates a color from CSS text, in any case: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(...)`, `rgba(...)` or
    /// `color(srgb ...)`; nil for everything else.
    ///
    /// In `rgb` and `rgba`, which are equivalent, red, green and blue are numbers 0...255 or percentages. Alpha is a number 0...1 or a
    /// percentage, and may be omitted: `rgba(255, 0, 0, 0.5)`, `rgb(100% 0% 0% / 50%)`. In `color(srgb r g b / a)` all are 0...1. Unlike in
    /// CSS, a number out of range is an error and is not clamped.
    public init?(_ text: String) {
        let text = text.lowercased().trimmingSpaces()
        if text == "transparent" {
            self = .clear
        } else if let value = ColorNames.values[text] {
            self.init(bytes: [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) })
        } else if text.hasPrefix("#") {
            self.init(digits: text.dropFirst())
        } else {
            self.init(function: text)
        }
    }

    /// Like `init(_:)`, but hexadecimal digits may omit the `#`, which has a special meaning in URLs and shells.
    package init?(abbreviated text: String) {
        guard let color = Color(text) ?? Color("#" + text) else { return nil }
        self = color
    }

    /// `#rrggbb`, or `#rrggbbaa` if not opaque; `color(srgb r g b / a)` if a component is not a whole number of 255ths. `Color(_:)` reads
    /// it back as the same color.
    public var description: String {
        let components = [red, green, blue, alpha]
        let levels = components.map { ($0 * 255).rounded() }
        guard zip(components, levels).allSatisfy({ $0 == $1 / 255 }) else {
            return "color(srgb \(red + 0) \(green + 0) \(blue + 0) / \(alpha + 0))"
        }
        let digits = levels.map { level in (level < 16 ? "0" : "") + String(Int(level), radix: 16) }
        return "#" + digits.prefix(alpha == 1 ? 3 : 4).joined()
    }

    /// Creates a color from 3 or 4 bytes, alpha last.
    private init(bytes: [UInt8]) {
        let components = bytes.map { Double($0) / 255 }
        self.init(red: components[0], green: components[1], blue: components[2], alpha: components.count > 3 ? components[3] : 1)
    }

    private init?(digits: Substring) {
        let nibbles = digits.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard nibbles.count == digits.utf8.count else { return nil }
        switch nibbles.count {
        case 3, 4: self.init(bytes: nibbles.map { $0 * 17 })
        case 6, 8: self.init(bytes: stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] * 16 + nibbles[$0 + 1] })
        default: return nil
        }
    }

    private init?(function text: String) {
        guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
        let name = text[..<open]
        var body = text[text.index(after: open)...].dropLast()
        var highest = 255.0
        if name == "color" {
            guard body.hasPrefix("srgb ") else { return nil }
            body = body.dropFirst(5)
            highest = 1
        } else if name != "rgb" && name != "rgba" {
            return nil
        }
        guard let parts = Self.parts(of: body, allowingCommas: name != "color") else { return nil }
        let limits = [highest, highest, highest, 1].prefix(parts.count)
        let components = zip(parts, limits).compactMap { Self.component($0, upTo: $1) }
        guard components.count == parts.count else { return nil }
        self.init(red: components[0], green: components[1], blue: components[2], alpha: components.count > 3 ? components[3] : 1)
    }

    /// Three or four parts, separated by commas, or by spaces with a slash before alpha.
    private static func parts(of body: Substring, allowingCommas: Bool) -> [String]? {
        if allowingCommas, body.contains(",") {
            let parts = body.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            return (3...4).contains(parts.count) ? parts : nil
        }
        let sides = body.split(separator: "/", omittingEmptySubsequences: false)
        let colors = sides.first?.split(separator: " ").map(String.init) ?? []
        guard colors.count == 3, sides.count <= 2 else { return nil }
        return sides.count == 2 ? colors + [sides[1].trimmingSpaces()] : colors
    }

    private static func component(_ text: String, upTo highest: Double) -> Double? {
        let isPercentage = text.hasSuffix("%")
        let number = isPercentage ? text.dropLast() : text[...]
        // Double would also accept "nan", "inf" and hexadecimal numbers.
        guard number.utf8.allSatisfy({ "0123456789.e+-".utf8.contains($0) }), let value = Double(number) else { return nil }
        let share = value / (isPercentage ? 100 : highest)
        return (0...1).contains(share) ? share : nil
    }
}
