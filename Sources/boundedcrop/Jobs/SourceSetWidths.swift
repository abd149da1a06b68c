import BoundedCrop

/// The widths of one crop, as an option has them.
struct SourceSetWidths: Sendable {
    /// Pixels, in ascending order, each once.
    let widths: [Int]
    /// The aspect of all; nil for the picture's own.
    let aspect: AspectRatio?

    static let most = 32

    /// Parses widths with an aspect, such as `320,640,960@1:1`, or without; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let widths = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { $0.hasPrefix("+") ? nil : Int($0) }
        let known = Set(widths.compactMap(\.self))
        let aspect = parts.count > 1 ? AspectRatio(parts[1].replacing("/", with: ":")) : nil
        guard parts.count == 1 || parts.count == 2 && aspect != nil, !widths.contains(nil), widths.count <= Self.most,
            known.allSatisfy((1...65_535).contains)
        else { return nil }
        (self.widths, self.aspect) = (known.sorted(), aspect)
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

/// One crop in several widths and formats, with HTML that lets a browser choose.
struct SourceSet: Sendable {
    /// What a page shows until a picture is there.
    enum PlaceholderChoice: String, CaseIterable, Sendable { case none, color, blurhash, thumbhash }

    let widths: SourceSetWidths
    /// The best first.
    let formats: [OutputOptions.FormatChoice]
    let html: SourceSetHTML
}
