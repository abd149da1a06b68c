internal import CLibrary

/// BlurHash, after the description of its algorithm by Wolt (https://github.com/woltapp/blurhash, Algorithm.md).
enum BlurHash {
    /// The text of a picture, with as many components as fit its shape.
    static func text(of copy: PreviewCopy) -> String {
        let components = components(for: copy.pixels.size)
        return text(of: copy, columns: components.columns, rows: components.rows)
    }

    /// - Precondition: `columns` and `rows` are 1...9.
    static func text(of copy: PreviewCopy, columns: Int, rows: Int) -> String {
        precondition((1...9).contains(columns) && (1...9).contains(rows))
        let colors = copy.colors(on: copy.average ?? (1, 1, 1))
        let transforms = [colors.red, colors.green, colors.blue].map { channel in
            CosineTransform(channel.map(linear), copy.pixels.size, columns: columns, rows: rows, phase: 0)
        }
        let details = (0..<columns * rows).dropFirst().map { index in
            transforms.map { $0[index % columns, index / columns] * 2 }
        }
        let strongest = details.joined().map(abs).max() ?? 0
        let strength = Int(strongest * 166 - 0.5, within: 0...82, rounded: .down)
        let limit = Double(strength + 1) / 166

        var text = digits(columns - 1 + (rows - 1) * 9, count: 1)
        text += digits(strength, count: 1)
        text += digits(transforms.reduce(0) { $0 << 8 | level($1[0, 0]) }, count: 4)
        for detail in details {
            text += digits(detail.reduce(0) { $0 * 19 + step($1 / limit) }, count: 2)
        }
        return text
    }

    /// Twelve components in the ratio that is nearest to that of the sides, but no more on a side than it has pixels.
    static func components(for size: PixelSize) -> (columns: Int, rows: Int) {
        let isWide = size.width >= 2 * size.height
        let isHigh = size.height >= 2 * size.width
        let counts = isWide || isHigh ? (long: 6, short: 2) : (long: 4, short: 3)
        return size.width >= size.height
            ? (min(counts.long, size.width), min(counts.short, size.height))
            : (min(counts.short, size.width), min(counts.long, size.height))
    }

    private static let linearLevels: [Double] = (0...255).map { level in
        let value = Double(level) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// The light of an sRGB value, which is taken as one of 256 levels.
    private static func linear(_ value: Double) -> Double {
        linearLevels[Int(value * 255, within: 0...255)]
    }

    /// The sRGB level of a light.
    private static func level(_ light: Double) -> Int {
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return Int(value * 255 + 0.5, within: 0...255, rounded: .down)
    }

    /// One of 19 steps for a number from -1 to 1: finer near 0, which is 9.
    private static func step(_ value: Double) -> Int {
        let root = value < 0 ? -(-value).squareRoot() : value.squareRoot()
        return Int(root * 9 + 9.5, within: 0...18, rounded: .down)
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".unicodeScalars
    )

    /// A number to base 83, with the highest digit first.
    private static func digits(_ number: Int, count: Int) -> String {
        var (text, rest) = (String.UnicodeScalarView(), number)
        for _ in 0..<count {
            text.insert(alphabet[rest % 83], at: text.startIndex)
            rest /= 83
        }
        return String(text)
    }
}
