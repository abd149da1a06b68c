import BoundedCrop

/// The widths of one crop, as an option has them.
struct SourceSetWidths: Sendable {
    /// Pixels, in ascending order, each once.
    let widths: [Int]
    /// The aspect of all; nil for the picture's own.
    let aspect: AspectRatio?
    /// The condition of CSS under which a page shows this crop; nil for the crop of all other cases.
    let media: String?

    static let most = 32

    /// Parses widths with an aspect, such as `320,640,960@1:1`, or without, and after another @ with a condition in parentheses, such as
    /// `320@1:1@(max-width:600px)`, or without; nil for anything else.
    init?(_ text: String) {
        var parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let last = parts[parts.count - 1]
        media = parts.count > 1 && last.contains("(") ? String(last) : nil
        if let media {
            guard Self.isCondition(media) else { return nil }
            parts.removeLast()
        }
        let widths = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { $0.hasPrefix("+") ? nil : Int($0) }
        let known = Set(widths.compactMap(\.self))
        let aspect = parts.count > 1 ? AspectRatio(parts[1].replacing("/", with: ":")) : nil
        guard parts.count == 1 || parts.count == 2 && aspect != nil, !widths.contains(nil), widths.count <= Self.most,
            known.allSatisfy((1...65_535).contains)
        else { return nil }
        (self.widths, self.aspect) = (known.sorted(), aspect)
    }

    /// Whether a text can be a condition, and nothing that could end it or the attribute that holds it.
    private static func isCondition(_ text: String) -> Bool {
        var depth = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            default: if !" :,.-/%".utf8.contains(byte) { return false }
            }
            if depth < 0 { return false }
        }
        return depth == 0 && text.utf8.count <= 500
    }

    /// The sizes of a crop. None is larger than the crop itself, whose size takes the place of all widths beyond it.
    ///
    /// - Parameter natural: The size of the crop without scaling.
    func sizes(within natural: PixelSize) -> [PixelSize] {
        let sizes = widths.filter { $0 < natural.width }.map { width in
            let share = aspect.map { Double($0.height) / Double($0.width) } ?? Double(natural.height) / Double(natural.width)
            return PixelSize(width: width, height: max(1, Int((Double(width) * share).rounded())))
        }
        return sizes.count < widths.count ? sizes + [natural] : sizes
    }
}

/// One crop in several widths and formats, or one for each of several conditions, with HTML that lets a browser choose.
struct SourceSet: Sendable {
    static let mostCrops = 16

    /// What a page shows until a picture is there.
    enum PlaceholderChoice: String, CaseIterable, Sendable {
        case none, color, blurhash, thumbhash
        case dataURI = "data-uri"
    }

    /// The crops. The last one is for browsers that meet no condition of the others.
    var crops: [SourceSetWidths]
    /// The best first.
    let formats: [OutputOptions.FormatChoice]
    let html: SourceSetHTML
}
