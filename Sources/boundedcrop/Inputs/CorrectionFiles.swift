import BoundedCrop
import BoundedCropRendering
import BoundedCropVideo
import Synchronization

/// The corrections of a run: those of a file that is named, or else those in the folder of each picture.
final class CorrectionFiles: Sendable {
    /// A file of corrections.
    private struct File: Sendable {
        let corrections: Corrections
        /// Its folder, as an absolute path with a slash at its end.
        let folder: String

        /// The names that corrections may have for a picture. Blocks.
        ///
        /// - Parameters:
        ///   - entry: Nil for a picture without a name.
        ///   - content: The SHA-256 of the picture's bytes; nil if that is not known.
        func names(of entry: PictureEntry?, content: () -> String?) -> [Corrections.Picture] {
            paths(of: entry) + (corrections.namesContents ? content().map { [.content($0)] } ?? [] : [])
        }

        /// The one to write is the last.
        private func paths(of entry: PictureEntry?) -> [Corrections.Picture] {
            guard let entry else { return [] }
            if entry.isURL || entry.isObject || entry.path == "-" { return [.file(entry.path)] }
            guard let own = AtomicFile.realFolder(of: entry.path) else { return [] }
            let path = own + entry.fileName
            return path.hasPrefix(folder) ? [.file(path), .file(String(path.dropFirst(folder.count)))] : [.file(path)]
        }
    }

    /// The name of the file that is found by itself.
    static let name = "boundedcrop.corrections.json"

    /// The file for all pictures.
    private let path: String?
    /// What was read of files, each as it was then. They are read again when they have changed, as while folders are watched.
    private let known = Mutex<[String: (stamp: FileStamp?, file: Result<File, BoundedCropError>)]>([:])
    private let used = Mutex<Set<Corrections.Picture>>([])
    /// The hashes of pictures of a review, in folders in which corrections name contents.
    private let hashes = Mutex<[PictureEntry: String]>([:])

    /// - Parameters:
    ///   - path: Of the file for all pictures; nil for those in the folders of the pictures.
    ///   - mayBeMissing: Whether the file may be written later.
    /// - Throws: `invalidArgument` and what reading throws, if the file cannot be used.
    init(_ path: String?, mayBeMissing: Bool = false) throws {
        self.path = path
        if let path, !mayBeMissing || AtomicFile.exists(path) { _ = try Self.read(path) }
    }

    /// The corrections of a picture for each shape, in the order in which they are applied. Blocks.
    ///
    /// - Parameters:
    ///   - entry: Nil for a picture without a name, which only its content tells.
    ///   - content: The SHA-256 of the picture's bytes.
    /// - Throws: `invalidArgument` for a file in the picture's folder that cannot be used, and for a correction of a video.
    func corrections(of entry: PictureEntry?, content: () -> String) throws -> (AspectRatio) -> [Corrections.Correction] {
        guard let file = try file(for: entry) else { return { _ in [] } }
        let pictures = file.names(of: entry, content: content)
        use(file, pictures)
        if let other = file.corrections.corrections(of: pictures).first(where: { $0.time != nil }) {
            throw BoundedCropError(.invalidArgument, "the correction of \(other.picture) has “at”, which is for videos")
        }
        return { file.corrections.corrections(of: pictures, aspect: $0) }
    }

    /// The corrections of a video in one shape. Blocks.
    ///
    /// - Parameter size: The size of the upright frames with square pixels.
    /// - Throws: `invalidArgument` for a file in the video's folder that cannot be used, and for a correction of no time.
    func shots(of entry: PictureEntry, aspect: AspectRatio, in size: PixelSize) throws -> [CameraOptions.Correction] {
        guard let file = try file(for: entry) else { return [] }
        let names = file.names(of: entry) { nil } + [.file(entry.path)]
        use(file, names)
        return try file.corrections.corrections(of: names, aspect: aspect).map { correction in
            if let shot = CameraOptions.Correction(correction, in: size) { return shot }
            throw BoundedCropError(.invalidArgument, "the correction of \(correction.picture) has no “at”, the time of a shot")
        }
    }

    private func use(_ file: File, _ names: [Corrections.Picture]) {
        used.withLock { $0.formUnion(names.filter(file.corrections.pictures.contains)) }
    }

    /// Where the corrections of a file or standard input are.
    ///
    /// - Parameter path: The file for all pictures; nil for those in the folders of the pictures.
    static func path(for entry: PictureEntry, _ path: String?) -> String {
        path ?? (entry.path.lastIndex(of: "/").map { String(entry.path[...$0]) } ?? "") + name
    }

    /// A line about the pictures of the named file that were not among the inputs; nil if all were.
    func note(_ noun: String = "picture") -> String? {
        guard let path, let named = try? read(path) else { return nil }
        let used = used.withLock { $0 }
        let unknown = named.corrections.pictures.filter { !used.contains($0) }.map(\.description).sorted()
        return PictureNote.text("corrections", noun, of: unknown)
    }

    private func file(for entry: PictureEntry?) throws -> File? {
        if let path { return try read(path) }
        guard let entry, !entry.isURL, !entry.isObject, entry.path != "-" else { return nil }
        return try read(Self.path(for: entry, nil))
    }

    /// The file as it is now; without corrections if there is none.
    private func read(_ path: String) throws -> File {
        let stamp = FileStamp(path)
        if let known = known.withLock({ $0[path] }), known.stamp == stamp { return try known.file.get() }
        let file = Result { stamp == nil ? File(corrections: try Corrections(), folder: Self.folder(of: path)) : try Self.read(path) }
            .mapError { $0 as? BoundedCropError ?? BoundedCropError(.invalidArgument, "\(path.printable) cannot be read", underlying: $0) }
        known.withLock { $0[path] = (stamp, file) }
        return try file.get()
    }

    private static func read(_ path: String) throws -> File {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            return File(corrections: try Corrections(bytes: bytes), folder: folder(of: path))
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "\(path.printable): \(error.message)", underlying: error.underlying)
        }
    }

    private static func folder(of path: String) -> String { AtomicFile.realFolder(of: path) ?? "" }
}

/// Files of corrections that a review writes.
extension CorrectionFiles {
    /// What corrections say of one picture now, and what somebody who changes that has seen.
    struct Conflict: Error {}

    /// The corrections of a picture. Blocks.
    ///
    /// - Throws: Why its file cannot be used.
    func entries(of entry: PictureEntry) throws -> [Corrections.Entry] {
        guard let file = try file(for: entry) else { return [] }
        return file.corrections.entries(of: names(of: entry, in: file))
    }

    /// Saves the corrections of a picture. Blocks.
    ///
    /// - Parameter seen: Those that are replaced.
    /// - Throws: `Conflict` if there are others by now; `invalidArgument` for a correction that makes no sense; what reading and writing throw.
    func replace(_ entry: PictureEntry, _ seen: [Corrections.Entry], with entries: [Corrections.Entry]) throws {
        let path = Self.path(for: entry, path)
        try Corrections.change(path) { corrections in
            let names = names(of: entry, in: File(corrections: corrections, folder: Self.folder(of: path)))
            guard corrections.entries(of: names) == seen else { throw Conflict() }
            try corrections.replace(names, with: entries)
        }
        known.withLock { $0[path] = nil }
    }

    /// Which of some pictures have other corrections than when their files were read last. Blocks.
    func changed(_ pictures: [PictureEntry]) -> Set<PictureEntry> {
        let old = known.withLock { $0 }.filter { FileStamp($0.key) != $0.value.stamp }
        guard !old.isEmpty else { return [] }
        return Set(
            pictures.filter { entry in
                guard let before = old[Self.path(for: entry, path)] else { return false }
                guard let before = try? before.file.get(), let now = try? entries(of: entry) else { return true }
                return before.corrections.entries(of: names(of: entry, in: before)) != now
            }
        )
    }

    private func names(of entry: PictureEntry, in file: File) -> [Corrections.Picture] {
        file.names(of: entry) {
            if let hash = hashes.withLock({ $0[entry] }) { return hash }
            guard let bytes = try? FileReader.bytes(ofFile: entry.path, limits: ImageLimits()) else { return nil }
            let hash = Fingerprint.text(of: bytes)
            hashes.withLock { $0[entry] = hash }
            return hash
        }
    }
}

/// What is said at the end of a run.
enum PictureNote {
    /// - Parameter what: What there is for pictures that were not among the inputs.
    static func text(_ what: String, _ noun: String = "picture", of unknown: [String]) -> String? {
        guard !unknown.isEmpty else { return nil }
        let noun = unknown.count == 1 ? noun : noun + "s"
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
