import BoundedCrop
import BoundedCropRendering

/// The files of corrections of a review: those that are read and, unlike in a run, written.
struct ReviewCorrections {
    /// A file as it was read last. One that cannot be used says why.
    private struct File {
        let stamp: FileStamp?
        let folder: String
        let document: Result<CorrectionsDocument, BoundedCropError>
    }

    /// What corrections say of one picture now, and what somebody who changes that has seen.
    struct Conflict: Error {}

    /// The file for all pictures; nil for those in the folders of the pictures.
    private let path: String?
    private var files: [String: File] = [:]
    /// The hashes of pictures, in folders in which corrections name contents.
    private var hashes: [PictureEntry: String] = [:]

    init(_ path: String?) { self.path = path }

    func path(for entry: PictureEntry) -> String { CorrectionFiles.path(for: entry, path) }

    /// The corrections of a picture. Blocks.
    ///
    /// - Throws: Why its file cannot be used.
    mutating func entries(of entry: PictureEntry) throws -> [CorrectionsDocument.Entry] {
        let file = file(path(for: entry))
        let document = try file.document.get()
        return document.entries(of: names(of: entry, document, file.folder))
    }

    /// Saves the corrections of a picture. Blocks.
    ///
    /// - Parameter seen: Those that are replaced.
    /// - Throws: `Conflict` if there are others by now; `invalidArgument` for a correction that makes no sense; what reading and writing throw.
    mutating func replace(_ entry: PictureEntry, _ seen: [CorrectionsDocument.Entry], with entries: [CorrectionsDocument.Entry]) throws {
        let path = path(for: entry)
        let folder = AtomicFile.realFolder(of: path) ?? ""
        var hashes = self.hashes
        defer { self.hashes = hashes }
        try CorrectionsDocument.change(path) { document in
            let names = Self.names(of: entry, document, folder, &hashes)
            guard document.entries(of: names) == seen else { throw Conflict() }
            try document.replace(names, with: entries)
        }
        files[path] = nil
    }

    /// Which of some pictures have other corrections than when this was asked last. Blocks.
    mutating func changed(_ pictures: [PictureEntry]) -> Set<PictureEntry> {
        var changed: [String: (old: File, new: File)] = [:]
        for (path, old) in files where FileStamp(path) != old.stamp {
            files[path] = nil
            changed[path] = (old, file(path))
        }
        guard !changed.isEmpty else { return [] }
        return Set(
            pictures.filter { entry in
                guard let (old, new) = changed[path(for: entry)] else { return false }
                guard let before = try? old.document.get(), let now = try? new.document.get() else { return true }
                return before.entries(of: names(of: entry, before, old.folder)) != now.entries(of: names(of: entry, now, new.folder))
            }
        )
    }

    private mutating func file(_ path: String) -> File {
        if let known = files[path] { return known }
        let stamp = FileStamp(path)
        let document = Result {
            guard stamp != nil else { return try CorrectionsDocument("") }
            return try CorrectionsDocument(bytes: FileReader.bytes(ofFile: path, limits: ImageLimits()))
        }.mapError { error in
            let error = error as? BoundedCropError ?? BoundedCropError(.unreadableFile, "\(error)")
            return BoundedCropError(error.code, "\(path.printable): \(error.message)", underlying: error.underlying)
        }
        let file = File(stamp: stamp, folder: AtomicFile.realFolder(of: path) ?? "", document: document)
        files[path] = file
        return file
    }

    private mutating func names(of entry: PictureEntry, _ document: CorrectionsDocument, _ folder: String) -> [Corrections.Picture] {
        Self.names(of: entry, document, folder, &hashes)
    }

    /// The names of a picture: that of its content, if any are used, and its path, which is the one to write.
    private static func names(
        of entry: PictureEntry,
        _ document: CorrectionsDocument,
        _ folder: String,
        _ hashes: inout [PictureEntry: String]
    ) -> [Corrections.Picture] {
        let paths = CorrectionFiles.names(of: entry, in: folder)
        guard document.namesContents else { return paths }
        if hashes[entry] == nil, let bytes = try? FileReader.bytes(ofFile: entry.path, limits: ImageLimits()) {
            hashes[entry] = Fingerprint.text(of: bytes)
        }
        return (hashes[entry].map { [.content($0)] } ?? []) + paths
    }
}
