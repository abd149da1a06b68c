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
        do {
            if let path, !mayBeMissing || AtomicFile.exists(path) { _ = try Self.read(path) }
        } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    /// Whether there is a file of corrections for a picture. Blocks.
    func has(for entry: PictureEntry) throws -> Bool { try file(for: entry) != nil }

    /// The corrections of a picture for each shape, in the order in which they are applied. Blocks.
    ///
    /// - Throws: `invalidArgument` for a file in the picture's folder that cannot be used.
    func corrections(of entry: PictureEntry, _ source: ImageSource) throws -> (AspectRatio) -> [Corrections.Correction] {
        guard let file = try file(for: entry) else { return { _ in [] } }
        var pictures = Self.names(of: entry, in: file.folder)
        if file.corrections.namesContents { pictures.append(.content(Fingerprint.text(of: source.bytes))) }
        used.withLock { $0.formUnion(pictures.filter(file.corrections.pictures.contains)) }
        return { [pictures] in file.corrections.corrections(of: pictures, aspect: $0) }
    }

    /// The names that corrections in a folder may have for a picture, besides its content: the one to write is the last. Blocks.
    ///
    /// - Parameter folder: As `folder(of:)` returns it.
    static func names(of entry: PictureEntry, in folder: String) -> [Corrections.Picture] {
        if entry.isURL || entry.isObject || entry.path == "-" { return [.file(entry.path)] }
        guard let own = Self.folder(of: entry.path) else { return [] }
        let path = own + entry.fileName
        return path.hasPrefix(folder) ? [.file(path), .file(String(path.dropFirst(folder.count)))] : [.file(path)]
    }

    /// Where the corrections of a file or standard input are.
    ///
    /// - Parameter path: The file for all pictures; nil for those in the folders of the pictures.
    static func path(for entry: PictureEntry, _ path: String?) -> String {
        path ?? (entry.path.lastIndex(of: "/").map { String(entry.path[...$0]) } ?? "") + name
    }

    /// The pictures of the named file that were not among the inputs.
    var unknown: [String] {
        guard let path, let named = try? read(path) else { return [] }
        let used = used.withLock { $0 }
        return named.corrections.pictures.filter { !used.contains($0) }.map(\.description).sorted()
    }

    private func file(for entry: PictureEntry) throws -> File? {
        guard path != nil || !entry.isURL && !entry.isObject && entry.path != "-" else { return nil }
        return try read(Self.path(for: entry, path))
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

    /// The folder of a file as an absolute path without links, with a slash at its end; nil if there is none.
    static func folder(of path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return AtomicFile.realPath(folder).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    }

    private static func read(_ path: String) throws -> File {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw BoundedCropError(.invalidArgument, "the file is not UTF-8 text")
            }
            return File(corrections: try Corrections(text), folder: folder(of: path) ?? "")
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "\(path.printable): \(error.message)", underlying: error.underlying)
        }
    }
}
