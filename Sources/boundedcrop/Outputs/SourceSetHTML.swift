import BoundedCrop
import BoundedCropEvaluation
import FoundationEssentials

/// The HTML that lets a browser choose among the widths and formats of a crop, and among crops for different screens.
struct SourceSetHTML: Sendable {
    /// How wide the page shows the picture, as the attribute `sizes` has it.
    let sizes: String
    /// What URLs begin with; nil if they are relative to the HTML.
    let base: String?
    let placeholder: SourceSet.PlaceholderChoice

    /// The `picture` element.
    ///
    /// - Parameters:
    ///   - sources: The formats of each crop, the best first. The last one is for browsers that meet no condition and know no other format.
    ///   - preview: What is shown until the picture arrives.
    ///   - path: Where the HTML will be.
    ///   - root: The folder of all outputs, in which the HTML may lie in a subfolder. It is what the URLs' beginning stands for.
    func text(_ sources: [SourceSetRecord.Source], _ preview: CropPreview, path: String, root: String) -> String {
        let folder = base == nil ? HTML.folder(of: path) : root
        let types = sources.dropLast().map { source in
            let when = source.media.map { "media=\"\(HTML.escaped($0))\" " } ?? ""
            // Those of the element are the sides of the last crop, and a page would move when another one arrives.
            let sides = source.files.last.flatMap { source.media == nil ? nil : " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
            let choice = "type=\"\(source.type)\" srcset=\"\(candidates(source, folder))\" sizes=\"\(HTML.escaped(sizes))\""
            return "  <source \(when)\(choice)\(sides)>"
        }
        guard let last = sources.last, let largest = last.files.last else { return "" }
        let attributes =
            [
                "src=\"\(link(largest, folder))\"", "srcset=\"\(candidates(last, folder))\"", "sizes=\"\(HTML.escaped(sizes))\"",
                "width=\"\(largest.width)\"", "height=\"\(largest.height)\"", "alt=\"\"", "loading=\"lazy\"", "decoding=\"async\"",
            ] + shown(preview.placeholder, preview.dataURI)
        return (["<picture>"] + types + ["  <img \(attributes.joined(separator: " "))>", "</picture>", ""]).joined(separator: "\n")
    }

    private func candidates(_ source: SourceSetRecord.Source, _ folder: String) -> String {
        HTML.escaped(self.candidates(source.files, folder))
    }

    private func link(_ file: OutputRecord, _ folder: String) -> String { HTML.escaped(url(of: file, folder)) }

    /// Files with their widths, as the attribute `srcset` has them.
    func candidates(_ files: [OutputRecord], _ folder: String) -> String {
        files.map { "\(url(of: $0, folder)) \($0.width)w" }.joined(separator: ", ")
    }

    /// The URL of a file.
    ///
    /// - Parameter folder: What it is relative to: the folder of the page, or that of all outputs if there is a beginning of URLs.
    func url(of file: OutputRecord, _ folder: String) -> String {
        guard let base else { return HTML.link(to: file.file, from: folder) }
        let below = folder.isEmpty || !file.file.hasPrefix(folder + "/") ? file.file : String(file.file.dropFirst(folder.count + 1))
        return (base.hasSuffix("/") ? base : base + "/") + HTML.link(to: below, from: "")
    }

    /// A copy of a picture in some hundred bytes, which browsers enlarge and thereby blur.
    static func preview(of picture: PixelBuffer) throws -> String {
        let copy = try picture.resized(to: picture.size.fitted(longSide: 16))
        return "data:image/webp;base64," + Data(try copy.blocking.encoded(as: .webp(quality: 50))).base64EncodedString()
    }

    private func shown(_ placeholder: Placeholder, _ preview: String) -> [String] {
        let color = "style=\"background-color:\(placeholder.color)\""
        return switch self.placeholder {
        case .none: []
        case .color: [color]
        case .blurhash: [color, "data-blurhash=\"\(HTML.escaped(placeholder.blurHash))\""]
        case .dataURI: ["style=\"background:\(placeholder.color) url(\(preview)) center/cover no-repeat\""]
        case .thumbhash: [color, "data-thumbhash=\"\(HTML.escaped(placeholder.thumbHash))\""]
        }
    }
}

/// The manifest of one crop in several widths, or of several of them, as JSON.
struct SourceSetRecord: Encodable, Sendable {
    /// A format of a crop, with its files in ascending width.
    struct Source: Encodable, Sendable {
        /// The condition for the crop; nil, and left out, for the last crop.
        let media: String?
        /// The media type.
        let type: String
        let files: [OutputRecord]
    }

    /// The picture.
    let file: String
    /// The manifest's own path.
    let manifest: String
    /// The sides in pixels of the largest file of the last crop.
    let width: Int
    let height: Int
    /// The formats of each crop, the best first.
    let sources: [Source]
    let placeholder: Placeholder
    /// A tiny copy of the picture, as a URL with its bytes.
    let dataURI: String
    /// The `picture` element.
    let html: String

    var summary: String {
        let files = sources.filter { $0.type == sources[0].type }.flatMap(\.files)
        let sizes = files.map { "\($0.width)x\($0.height)" }.joined(separator: ", ")
        return "\(file.printable) -> \(manifest.printable) \(sizes)"
    }
}
