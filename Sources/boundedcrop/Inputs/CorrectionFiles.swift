import ArgumentParser
import BoundedCrop
import BoundedCropRendering
import Synchronization

/// The corrections of a run: those of a file that is named, or else those in the folder of each picture.
final class CorrectionFiles: Sendable {
    /// A file of corrections.
    private struct File: Sendable {
        let corrections: Corrections
        /// Its folder, as an absolute path with a slash at its end.
        let folder: String
    }

    /// The name of the file that is found by itself.
    static let name = "boundedcrop.corrections.json"

    /// The file for all pictures.
    private let path: String?
    /// What was read of files, each as it was then. They are read again when they have changed, as while folders are watched.
    private let known = Mutex<[String: (stamp: FileStamp, file: Result<File, BoundedCropError>)]>([:])
    private let used = Mutex<Set<Corrections.Picture>>([])

    /// - Parameters:
    ///   - path: Of the file for all pictures; nil for those in the folders of the pictures.
    ///   - mayBeMissing: Whether the file may be written later.
    /// - Throws: A `ValidationError` if the file cannot be used.
    init(_ path: String?, mayBeMissing: Bool = false) throws {
        self.path = path
        try usage { if let path, !mayBeMissing || AtomicFile.exists(path) { _ = try Self.read(path) } }
    }

    /// The corrections of a picture for each shape, in the order in which they are applied. Blocks.
    ///
    /// - Parameters:
    ///   - entry: Nil for a picture without a name, which only its content tells.
    ///   - content: The SHA-256 of the picture's bytes.
    /// - Throws: `invalidArgument` for a file in the picture's folder that cannot be used.
    func corrections(of entry: PictureEntry?, content: () -> String) throws -> (AspectRatio) -> [Corrections.Correction] {
        guard let file = try file(for: entry) else { return { _ in [] } }
        var pictures = entry.map { Self.names(of: $0, in: file.folder) } ?? []
        if file.corrections.namesContents { pictures.append(.content(content())) }
        used.withLock { $0.formUnion(pictures.filter(file.corrections.pictures.contains)) }
        return { [pictures] in file.corrections.corrections(of: pictures, aspect: $0) }
    }

    /// The names that corrections in a folder may have for a picture, besides its content: the one to write is the last. Blocks.
    ///
    /// - Parameter folder: As `AtomicFile.realFolder` returns it.
    static func names(of entry: PictureEntry, in folder: String) -> [Corrections.Picture] {
        if entry.isURL || entry.isObject || entry.path == "-" { return [.file(entry.path)] }
        guard let own = AtomicFile.realFolder(of: entry.path) else { return [] }
        let path = own + entry.fileName
        return path.hasPrefix(folder) ? [.file(path), .file(String(path.dropFirst(folder.count)))] : [.file(path)]
    }

    /// Where the corrections of a file or standard input are.
    ///
    /// - Parameter path: The file for all pictures; nil for those in the folders of the pictures.
    static func path(for entry: PictureEntry, _ path: String?) -> String {
        path ?? (entry.path.lastIndex(of: "/").map { String(entry.path[...$0]) } ?? "") + name
    }

    /// A line about the pictures of the named file that were not among the inputs; nil if all were.
    var note: String? {
        guard let path, let named = try? read(path) else { return nil }
        let used = used.withLock { $0 }
        return PictureNote.text("corrections", of: named.corrections.pictures.filter { !used.contains($0) }.map(\.description).sorted())
    }

    private func file(for entry: PictureEntry?) throws -> File? {
        if let path { return try read(path) }
        guard let entry, !entry.isURL, !entry.isObject, entry.path != "-" else { return nil }
        return try read(Self.path(for: entry, nil))
    }

    /// Nil if there is no such file.
    private func read(_ path: String) throws -> File? {
        guard let stamp = FileStamp(path) else { return nil }
        if let known = known.withLock({ $0[path] }), known.stamp == stamp { return try known.file.get() }
        let file = Result { try Self.read(path) }
            .mapError { $0 as? BoundedCropError ?? BoundedCropError(.invalidArgument, "\(path.printable) cannot be read", underlying: $0) }
        known.withLock { $0[path] = (stamp, file) }
        return try file.get()
    }

    private static func read(_ path: String) throws -> File {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            return File(corrections: try Corrections(bytes: bytes), folder: AtomicFile.realFolder(of: path) ?? "")
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "\(path.printable): \(error.message)", underlying: error.underlying)
        }
    }
}

/// What is said at the end of a run.
enum PictureNote {
    /// - Parameter what: What there is for pictures that were not among the inputs.
    static func text(_ what: String, of unknown: [String]) -> String? {
        guard !unknown.isEmpty else { return nil }
        let noun = unknown.count == 1 ? "picture" : "pictures"
        return "\(what) of \(unknown.count) \(noun) that were not among the inputs: \(unknown.map(\.printable).listed(5))"
    }
}

/// What corrections mean for commands that look for no faces to crop around.
extension CorrectionFiles {
    /// Where a crop of a picture is, and what says so.
    typealias Placed = (corrected: [String], crop: PixelRect?)

    /// The crop that corrections place in a picture; nil if none of them is a place. With `skip` among their words, the picture is left out.
    /// Blocks.
    ///
    /// - Throws: `invalidArgument` for a file in the picture's folder that cannot be used, and for a place outside the picture.
    func placed(_ shape: CropRequest.Shape, of entry: PictureEntry, _ source: ImageSource) throws -> Placed {
        var request = RenderRequest()
        request.last.target.take(shape)
        let found = try corrections(of: entry) { Fingerprint.text(of: source.bytes) }(CropRequest(shape).aspect(for: source.size))
        let words = Corrections.apply(found, to: &request)
        let crop = request.last.crop
        if words.contains(Corrections.skip) { return (words, nil) }
        guard crop.hasPlaces || crop.rectangle != nil else { return ([], nil) }
        return (words, try RenderJob(OutputOptions.renderer(), source).plan(request).plan.crop)
    }
}

/// The option for corrections that were made by hand.
struct CorrectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of corrections made by hand (default: \(CorrectionFiles.name) in the folder of each picture).",
            valueName: "file"
        ),
        completion: .file(extensions: ["json", "jsonl"])
    )
    var corrections: String?

    mutating func validate() throws {
        try LocalPath.check(corrections, for: "--corrections")
    }

    /// The files that say what was corrected.
    ///
    /// - Parameter mayBeMissing: Whether the file may be written later.
    /// - Throws: A `ValidationError` if the file cannot be used.
    func files(mayBeMissing: Bool = false) throws -> CorrectionFiles { try CorrectionFiles(corrections, mayBeMissing: mayBeMissing) }
}
