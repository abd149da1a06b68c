/// A size with a name, such as that of the picture which a network shows for a link.
///
/// ```swift
/// let request = CropPreset(named: "open-graph").map { CropRequest(.size($0.size)) }
/// ```
public struct CropPreset: Hashable, Sendable {
    /// Lowercase letters, digits and hyphens, such as `open-graph`.
    public let name: String
    /// Pixels of the crop.
    public let size: PixelSize
    /// What the size is for, in a few words.
    public let purpose: String
    /// Where the size was read; nil for a preset of one's own.
    public let source: String?
    /// The day on which the size was read there, such as `2026-11-24`; nil for a preset of one's own.
    public let checked: String?

    /// A preset of one's own.
    ///
    /// - Throws: `BoundedCropError` of kind `invalidArgument` if the name is not 1 to 64 lowercase letters, digits and hyphens, begins with a digit
    ///   or hyphen, or if a side is not 1 to 65,535 pixels.
    public init(name: String, size: PixelSize, purpose: String = "") throws {
        guard Self.isName(name) else {
            throw BoundedCropError(
                .invalidArgument,
                "“\(name)” is no name of a preset: use up to 64 lowercase letters, digits and hyphens, a letter first"
            )
        }
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
            throw BoundedCropError(.invalidArgument, "The preset \(name) is \(size): its sides are 1 to 65535 pixels")
        }
        self.init(name, size.width, size.height, purpose, source: nil, checked: nil)
    }

    init(_ name: String, _ width: Int, _ height: Int, _ purpose: String, source: String?, checked: String?) {
        self.name = name
        size = PixelSize(width: width, height: height)
        self.purpose = purpose
        self.source = source
        self.checked = checked
    }

    /// The standard preset of a name; nil if there is none.
    public init?(named name: String) {
        guard let preset = Self.standard.first(where: { $0.name == name }) else { return nil }
        self = preset
    }

    private static let sides = 1...65_535

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return letters.contains(first) && text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
    }
}
