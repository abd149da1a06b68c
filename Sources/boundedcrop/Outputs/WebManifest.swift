import BoundedCrop
import BoundedCropEvaluation
import FoundationEssentials
import Synchronization

/// One JSON file about all pictures of a run, for programs that build pages.
final class WebManifest: Sendable {
    /// A picture with all that was made of it.
    private struct Picture: Encodable {
        let source: String
        /// The SHA-256 of the picture.
        let sha256: String
        /// The largest output of the first shape, or of the last crop in several widths.
        let src: String
        let width: Int
        let height: Int
        let outputs: [Output]
        let sources: [Source]?
        let placeholder: Placeholder
        let dataURI: String
        /// The `picture` element, of several widths.
        let html: String?
    }

    private struct Output: Encodable {
        let file: String
        let url: String
        let width: Int
        let height: Int
        let type: String
        let bytes: Int
    }

    /// What a `source` element says.
    private struct Source: Encodable {
        let media: String?
        let type: String
        let srcset: String
        let sizes: String
    }

    private struct Document: Encodable {
        var generator = WebManifest.generator
        let pictures: [String: Picture]
    }

    private struct Outline: Decodable {
        let generator: String
    }

    private static let generator = "boundedcrop"

    private let path: String
    /// The folder of the outputs, as the run names it.
    private let folder: String
    private let html: SourceSetHTML
    private let lines = Mutex<[PictureEntry: [Int: RunManifest.Line]]>([:])

    /// - Throws: `fileExists` for a file that is something else.
    init(_ path: String, folder: String, _ html: SourceSetHTML) throws {
        (self.path, self.folder, self.html) = (path, folder, html)
        guard let bytes = try existing else { return }
        guard (try? JSONDecoder().decode(Outline.self, from: Data(bytes)))?.generator == Self.generator else {
            throw BoundedCropError(
                .fileExists,
                "--manifest: \(path.printable) is no manifest that a run wrote, and is not replaced: name another file"
            )
        }
    }

    private var existing: [UInt8]? {
        get throws { AtomicFile.exists(path) ? try FileReader.bytes(ofFile: path, limits: ImageLimits()) : nil }
    }

    /// Notes what was made of a picture, in this run or an earlier one.
    ///
    /// - Parameter order: Its place among all that is made of the picture.
    func add(_ entry: PictureEntry, _ line: RunManifest.Line, _ order: Int) {
        lines.withLock { $0[entry, default: [:]][order] = line }
    }

    /// Writes the file, unless it is there with this content. Throws `unwritableFile`.
    func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let lines = lines.withLock { $0 }
        // Relative to the root, so that one can be reached from the other.
        let root = String(SourcePlaces.absolute(folder).dropFirst())
        let page = HTML.folder(of: String(SourcePlaces.absolute(path).dropFirst()))
        let pictures = lines.compactMap { entry, lines in
            picture(entry, lines.sorted { $0.key < $1.key }.map(\.value), root, page).map { (key(of: entry), $0) }
        }
        let bytes = Array(try encoder.encode(Document(pictures: Dictionary(pictures) { $1 })) + Data("\n".utf8))
        // Programs that watch the file build again when it is written.
        if try existing == bytes { return }
        try AtomicFile.makeDirectory(for: path)
        try AtomicFile.write(bytes, to: path, replacing: true)
    }

    /// The path below the input, as in the names of outputs, with the picture's extension.
    private func key(of entry: PictureEntry) -> String {
        let ending = entry.fileName.lastIndex(of: ".").map { entry.fileName[$0...] } ?? ""
        return entry.name.hasSuffix(entry.fileName) ? entry.name : entry.name + ending
    }

    /// - Parameters:
    ///   - root: The folder of the outputs.
    ///   - page: The folder of this file.
    private func picture(_ entry: PictureEntry, _ lines: [RunManifest.Line], _ root: String, _ page: String) -> Picture? {
        let from = html.base == nil ? page : root
        var records: [String: OutputRecord] = [:]
        var outputs: [Output] = []
        for made in lines.flatMap(\.outputs) where records[made.file.text] == nil {
            guard let width = made.width, let height = made.height, made.type.hasPrefix("image/"),
                let format = ImageFormat(rawValue: String(made.type.dropFirst("image/".count)))
            else { continue }
            let size = PixelSize(width: width, height: height)
            let path = root.isEmpty ? made.file.text : root + "/" + made.file.text
            let record = OutputRecord(file: path, size: size, format: format, bytes: made.bytes)
            records[made.file.text] = record
            let url = html.url(of: record, from)
            outputs.append(
                Output(file: folder + made.file.text, url: url, width: width, height: height, type: made.type, bytes: made.bytes)
            )
        }
        guard let first = lines.first, let preview = first.preview else { return nil }
        let sources = preview.sources?.map { source in
            SourceSetRecord.Source(media: source.media, type: source.type, files: source.files.compactMap { records[$0] })
        }
        let main = sources?.last?.files.last ?? first.outputs.first.flatMap { records[$0.file.text] }
        guard let main else { return nil }
        return Picture(
            source: entry.path,
            sha256: first.sha256,
            src: html.url(of: main, from),
            width: main.width,
            height: main.height,
            outputs: outputs,
            sources: sources?.map { source in
                Source(media: source.media, type: source.type, srcset: html.candidates(source.files, from), sizes: html.sizes)
            },
            placeholder: preview.placeholder,
            dataURI: preview.dataURI,
            html: sources.map { html.text($0, preview, path: page + "/", root: root) }
        )
    }
}
