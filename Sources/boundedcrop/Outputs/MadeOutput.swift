import BoundedCrop

/// A file that was made of a picture.
struct MadeOutput: Codable, Hashable, Sendable {
    /// The path relative to the folder of the outputs.
    var file: ExactPath
    /// The SHA-256 of its bytes; nil if the run keeps no manifest.
    var sha256: String?
    var bytes: Int
    /// The media type.
    var type: String
    /// The sides in pixels; nil for a file that is no picture.
    var width: Int?
    var height: Int?

    /// Nil for a file that is no picture.
    var size: PixelSize? { width.flatMap { width in height.map { PixelSize(width: width, height: $0) } } }

    /// The name without the hash of the content in it; nil for one that has none.
    var unhashedName: ExactPath? {
        guard let hash = sha256?.prefix(OutputTemplate.digestLength), file.text.contains(hash) else { return nil }
        return ExactPath(file.text.replacing(hash, with: "{}"))
    }

    /// Whether the hash of the content is in the name, so that pages may still show it.
    var isHashed: Bool { unhashedName != nil }

    init(file: String, _ content: [UInt8], type: String, size: PixelSize? = nil, hashed: Bool) {
        (self.file, self.type, bytes, width, height) = (ExactPath(file), type, content.count, size?.width, size?.height)
        sha256 = hashed ? Fingerprint.text(of: content) : nil
    }
}

/// What a page shows of a crop until it is there, and what it chooses from.
struct CropPreview: Codable, Hashable, Sendable {
    /// A format of a crop in several widths, with the paths of its outputs in ascending width.
    struct Source: Codable, Hashable, Sendable {
        /// The condition of CSS under which the crop is shown; nil for others.
        let media: String?
        /// The media type.
        let type: String
        let files: [String]
    }

    let placeholder: Placeholder
    /// A tiny copy, as a URL with its bytes.
    let dataURI: String
    /// The formats of crops in several widths; nil for others.
    var sources: [Source]?

    init(of pixels: PixelBuffer) throws {
        (placeholder, dataURI) = try (Placeholder(of: pixels), SourceSetHTML.preview(of: pixels))
    }
}
