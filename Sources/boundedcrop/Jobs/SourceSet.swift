/// One crop in several widths and formats, with HTML that lets a browser choose.
struct SourceSet: Sendable {
    /// What a page shows until a picture is there.
    enum PlaceholderChoice: String, CaseIterable, Sendable { case none, color, blurhash, thumbhash }

    let widths: SourceSetWidths
    /// The best first.
    let formats: [OutputOptions.FormatChoice]
    let html: SourceSetHTML
}
