import BoundedCrop

/// The manifest of one crop in several widths, as JSON.
struct SourceSetRecord: Encodable, Sendable {
    /// A format, with its files in ascending width.
    struct Source: Encodable, Sendable {
        /// The media type.
        let type: String
        let files: [OutputRecord]
    }

    /// The picture.
    let file: String
    /// The manifest's own path.
    let manifest: String
    /// The largest file's sides in pixels.
    let width: Int
    let height: Int
    /// The formats, the best first.
    let sources: [Source]
    let placeholder: Placeholder
    /// The `picture` element.
    let html: String

    var summary: String {
        let sizes = sources[0].files.map { "\($0.width)x\($0.height)" }.joined(separator: ", ")
        return "\(file.printable) -> \(manifest.printable) \(sizes)"
    }
}
