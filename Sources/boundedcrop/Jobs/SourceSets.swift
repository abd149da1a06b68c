import BoundedCrop
import BoundedCropEvaluation
import BoundedCropRendering

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
    /// Nil is the format of the source.
    let formats: [ImageFormat?]
    let html: SourceSetHTML
}

/// What describes the crops of a picture. The manifest is written last, so that it says that all is there.
extension OutputJob {
    /// Where the manifest of a picture may be.
    func manifests(_ entry: PictureEntry) -> [String] {
        ([template] + (templateWithoutFaces.map { [$0] } ?? [])).map { SourceSetFiles($0, entry).manifest }
    }

    /// Writes the HTML and the manifest.
    ///
    /// - Parameters:
    ///   - group: The crops of the set.
    ///   - planned: The outputs of each, of which crops may share some.
    ///   - preview: What a page shows of the set.
    func describe(
        _ set: SourceSet,
        _ group: [Wanted],
        _ planned: [[PictureOutput]],
        _ written: [Written],
        _ preview: CropPreview,
        _ files: SourceSetFiles,
        _ work: PictureWork
    ) throws -> (line: Batch.Line, made: [MadeOutput], sources: [CropPreview.Source]) {
        let sources: [SourceSetRecord.Source] = zip(group, planned).flatMap { wish, wants in
            formats(for: work.source).map { format in
                let own = wants.filter { $0.planned.request.output.format == format }
                let files = written.filter { done in own.contains { $0.isSameFile(as: done.want) } }
                    .compactMap { if case .crop(let record) = $0.line.json { record.output } else { nil } }
                return .init(media: wish.widths?.media, type: format.mediaType, files: files.sorted { $0.width < $1.width })
            }
        }
        let largest = sources.last?.files.last
        let record = SourceSetRecord(
            file: work.entry.path,
            manifest: files.manifest,
            width: largest?.width ?? 0,
            height: largest?.height ?? 0,
            sources: sources,
            placeholder: preview.placeholder,
            dataURI: preview.dataURI,
            html: set.html.text(sources, preview, path: files.html, root: HTML.folder(of: files.root))
        )
        let contents = [
            (path: files.html, type: "text/html; charset=utf-8", bytes: Array(record.html.utf8)),
            (path: files.manifest, type: "application/json", bytes: Array((try JSONText.text(record) + "\n").utf8)),
        ]
        let uploads = try contents.compactMap { path, type, bytes in
            try places.write(bytes, type: type, to: path, replacing: places.existing != .refused)
        }
        let line = Batch.Line(json: .sourceSet(record), text: verbose ? record.summary : nil, uploads: uploads, needsAll: true)
        let choices = sources.map { CropPreview.Source(media: $0.media, type: $0.type, files: $0.files.map { relative($0.file) }) }
        return (line, contents.map { made($0.path, $0.bytes, $0.type, nil) }, choices)
    }
}

/// The files that describe the crops of a picture.
struct SourceSetFiles {
    /// The folder of all outputs, with a slash at its end; empty for the current one.
    let root: String
    let html: String
    let manifest: String
    /// Both, in the order in which they are written.
    var paths: [String] { [html, manifest] }

    private static let endings = (html: ".srcset.html", manifest: ".srcset.json")

    init(_ template: OutputTemplate, _ entry: PictureEntry) {
        root = template.folder
        html = template.folder + entry.name + Self.endings.html
        manifest = template.folder + entry.name + Self.endings.manifest
    }

    /// Whether a file is named like one of these.
    static func areNamed(_ name: String) -> Bool { name.hasSuffix(endings.html) || name.hasSuffix(endings.manifest) }
}
