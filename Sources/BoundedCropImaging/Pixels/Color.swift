internal import BoundedCropRuntime

/// A color in sRGB, not premultiplied, with components 0...1.
public struct Color: Hashable, Sendable {
    /// Red, 0...1; clamped when set.
    public var red: Double { didSet { red = Self.bounded(red) } }
    /// Green, 0...1; clamped when set.
    public var green: Double { didSet { green = Self.bounded(green) } }
    /// Blue, 0...1; clamped when set.
    public var blue: Double { didSet { blue = Self.bounded(blue) } }
    /// Opacity, 0 (clear) ... 1 (opaque); clamped when set.
    public var alpha: Double { didSet { alpha = Self.bounded(alpha) } }

    /// Creates a color from its components, which are clamped to 0...1; NaN becomes 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.bounded(red)
        self.green = Self.bounded(green)
        self.blue = Self.bounded(blue)
        self.alpha = Self.bounded(alpha)
    }

    private static func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Fully transparent.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

/// The basic CSS colors under their CSS names: `Color.green` is `Color("green")`, not the brightest green.
extension Color {
    /// Opaque, `#ff0000`.
    package static let red = Color(red: 1, green: 0, blue: 0)
    /// Opaque, `#008000`; the brightest green is `lime`.
    package static let green = Color(red: 0, green: 128.0 / 255, blue: 0)
    /// Opaque, `#0000ff`.
    package static let blue = Color(red: 0, green: 0, blue: 1)
    /// Opaque, `#00ff00`.
    package static let lime = Color(red: 0, green: 1, blue: 0)
    /// Opaque, `#00ffff`.
    package static let cyan = Color(red: 0, green: 1, blue: 1)
    /// Opaque, `#ff00ff`.
    package static let magenta = Color(red: 1, green: 0, blue: 1)
    /// Opaque, `#ffff00`.
    package static let yellow = Color(red: 1, green: 1, blue: 0)
    /// Opaque, `#ffa500`.
    package static let orange = Color(red: 1, green: 165.0 / 255, blue: 0)
    /// Opaque, `#800080`.
    package static let purple = Color(red: 128.0 / 255, green: 0, blue: 128.0 / 255)
    /// Opaque, `#808080`.
    package static let gray = Color(red: 128.0 / 255, green: 128.0 / 255, blue: 128.0 / 255)
    /// Opaque, `#000080`.
    package static let navy = Color(red: 0, green: 0, blue: 128.0 / 255)
    /// Opaque, `#008080`.
    package static let teal = Color(red: 0, green: 128.0 / 255, blue: 128.0 / 255)
    /// Opaque, `#808000`.
    package static let olive = Color(red: 128.0 / 255, green: 128.0 / 255, blue: 0)
    /// Opaque, `#800000`.
    package static let maroon = Color(red: 128.0 / 255, green: 0, blue: 0)
    /// Opaque, `#c0c0c0`.
    package static let silver = Color(red: 192.0 / 255, green: 192.0 / 255, blue: 192.0 / 255)
    /// Opaque, `#00ffff`.
    package static let aqua = Color(red: 0, green: 1, blue: 1)
    /// Opaque, `#ff00ff`.
    package static let fuchsia = Color(red: 1, green: 0, blue: 1)
    /// Opaque, `#ffc0cb`.
    package static let pink = Color(red: 1, green: 192.0 / 255, blue: 203.0 / 255)
    /// Opaque, `#a52a2a`.
    package static let brown = Color(red: 165.0 / 255, green: 42.0 / 255, blue: 42.0 / 255)
}

extension Color {
    /// The color as a pixel of four premultiplied bytes.
    package var pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        let depth = alpha * 255
        func level(_ component: Double) -> UInt8 { UInt8((component * depth).rounded()) }
        return (level(red), level(green), level(blue), level(1))
    }
}

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
        return "#" + Hexadecimal.text(levels.prefix(alpha == 1 ? 3 : 4).map { UInt8($0) })
    }

    /// Creates a color from 3 or 4 bytes, alpha last.
    private init(bytes: [UInt8]) {
        let components = bytes.map { Double($0) / 255 }
        self.init(red: components[0], green: components[1], blue: components[2], alpha: components.count > 3 ? components[3] : 1)
    }

    private init?(digits: Substring) {
        guard let values = Hexadecimal.values(digits), [3, 4, 6, 8].contains(values.count) else { return nil }
        let pairs = stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        self.init(bytes: values.count < 6 ? values.map { $0 * 17 } : pairs)
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

extension Color: Codable {
    /// Encodes the color's text, its `description`.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// Decodes a color from text, as `Color(_:)` reads it.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws { self = try decoder.textual("a color") }
}
