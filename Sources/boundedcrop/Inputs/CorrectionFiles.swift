import BoundedCrop
import BoundedCropEffects
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

        init(_ corrections: Corrections, at path: String) {
            let folder = SourcePlaces.directory(of: path)
            self.folder = folder
            var corrections = corrections
            corrections.locate {
                SourcePlaces.path(of: $0, in: folder) ?? $0
            } _: {
                SourcePlaces.path(of: $0, in: folder).map(AtomicFile.exists) ?? true
            }
            self.corrections = corrections
        }

        /// Where corrections may look for a picture. Blocks.
        ///
        /// - Parameters:
        ///   - entry: Nil for a picture without a name.
        ///   - content: The SHA-256 of the picture's bytes; nil if that is not known.
        func names(of entry: PictureEntry?, content: () throws -> String?) rethrows -> [Corrections.Picture] {
            paths(of: entry) + (corrections.namesContents ? try content().map { [.content($0)] } ?? [] : [])
        }

        /// The one to write is the last.
        private func paths(of entry: PictureEntry?) -> [Corrections.Picture] {
            guard let entry else { return [] }
            guard let path = SourcePlaces.path(of: entry.path) else { return [.file(entry.path)] }
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
    /// The hashes of videos and of pictures of a review, each of the file as it was then.
    private let hashes = Mutex<[PictureEntry: (stamp: FileStamp?, hash: String)]>([:])

    /// - Parameters:
    ///   - path: Of the file for all pictures; nil for those in the folders of the pictures.
    ///   - mayBeMissing: Whether the file may be written later.
    /// - Throws: `invalidArgument` and what reading throws, if the file cannot be used.
    init(_ path: String?, mayBeMissing: Bool = false) throws {
        self.path = path
        if let path, !mayBeMissing || AtomicFile.exists(path) { _ = try Self.read(path, isNamed: true) }
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
        let all = file.corrections.corrections(of: pictures)
        if let other = all.first(where: { $0.time != nil }) {
            throw BoundedCropError(.invalidArgument, "the correction of \(other.name) has “at”, which is for videos")
        }
        let own = file.corrections.checksContent(of: pictures) ? content() : nil
        return { file.corrections.corrections(of: pictures, aspect: $0).map { $0.noting(own) } }
    }

    /// The corrections of a video in one shape. Blocks.
    ///
    /// - Parameter size: The size of the upright frames with square pixels.
    /// - Returns: Also the words of these corrections, and what there is to say of those that do not fit the video.
    /// - Throws: `invalidArgument` for a file in the video's folder that cannot be used, and for a correction of no time.
    func shots(
        of entry: PictureEntry,
        aspect: AspectRatio,
        in size: PixelSize
    ) throws -> (corrections: [CameraOptions.Correction], words: [String], notes: [String]) {
        guard let file = try file(for: entry) else { return ([], [], []) }
        let names = try file.names(of: entry) { try videoHash(of: entry) }
        use(file, names)
        var (shots, words, notes): ([CameraOptions.Correction], [String], [String]) = ([], [], [])
        for correction in file.corrections.corrections(of: names, aspect: aspect) where correction.redaction == nil {
            let fitted: Corrections.Correction
            do throws(BoundedCropError) { fitted = try correction.fitted(to: size) } catch {
                notes.append(error.message)
                continue
            }
            if let shot = CameraOptions.Correction(fitted, in: size) {
                shots.append(shot)
                words += fitted.words.filter { !words.contains($0) }
                continue
            }
            throw BoundedCropError(.invalidArgument, "the correction of \(correction.name) has no “at”, the time of a shot")
        }
        return (shots, words, notes)
    }

    /// What is hidden and shown by hand in a video; nil if nobody has looked at that. Blocks.
    ///
    /// - Parameter size: The size of the upright frames with square pixels.
    /// - Returns: Also what there is to say of corrections that do not fit the video.
    /// - Throws: `invalidArgument` for a file in the video's folder that cannot be used, and for something hidden that does not fit.
    func redaction(of entry: PictureEntry, in size: PixelSize) throws -> (correction: RedactionCorrection?, notes: [String]) {
        guard let file = try file(for: entry) else { return (nil, []) }
        let names = try file.names(of: entry) { try videoHash(of: entry) }
        use(file, names)
        let own = file.corrections.checksContent(of: names) ? try videoHash(of: entry) : nil
        return try Corrections.redaction(by: file.corrections.corrections(of: names).map { $0.noting(own) }, in: size)
    }

    /// The SHA-256 of a video, which is read for it once. Throws what reading throws.
    private func videoHash(of entry: PictureEntry) throws -> String {
        try hash(of: entry) { Hexadecimal.text(try SHA256.hash(ofFile: entry.path)) }
    }

    /// The SHA-256 of a file, which is read for it anew only when it has changed.
    private func hash(of entry: PictureEntry, reading: () throws -> String) rethrows -> String {
        let stamp = FileStamp(entry.path)
        if let known = hashes.withLock({ $0[entry] }), known.stamp == stamp { return known.hash }
        let hash = try reading()
        hashes.withLock { $0[entry] = (stamp, hash) }
        return hash
    }

    private func use(_ file: File, _ names: [Corrections.Picture]) {
        used.withLock { $0.formUnion(names.filter(file.corrections.pictures.contains)) }
    }

    /// Where the corrections of a file or standard input are.
    ///
    /// - Parameter path: The file for all pictures; nil for those in the folders of the pictures.
    static func path(for entry: PictureEntry, _ path: String?) -> String {
        if let path { return path }
        let own = PictureInput.localPath(entry.path) ?? entry.path
        return (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "") + name
    }

    /// A line about the pictures of the named file that were not among the inputs; without one, lines about those of the files that were read
    /// that are not there any more.
    func notes(_ noun: String = "picture") -> [String] {
        let used = used.withLock { $0 }
        if let path {
            guard let unused = try? read(path).corrections.unused(used, isMissing: false) else { return [] }
            return [PictureNote.text("corrections", noun, of: unused.map(\.description).sorted())].compactMap(\.self)
        }
        let files = known.withLock { $0 }.compactMapValues { try? $0.file.get() }
        return files.sorted { $0.key < $1.key }.compactMap { path, file in
            let lost = file.corrections.unused(used, isMissing: true).map(\.description).sorted()
            guard !lost.isEmpty else { return nil }
            let what = lost.count == 1 ? "a \(noun) that is" : "\(lost.count) \(noun)s that are"
            return
                "\(path.printable): corrections of \(what) not there: \(lost.map(\.printable).listed(5)); boundedcrop review attaches them to others"
        }
    }

    private func file(for entry: PictureEntry?) throws -> File? {
        if let path { return try read(path) }
        guard let entry, PictureInput.localPath(entry.path) != nil else { return nil }
        return try read(Self.path(for: entry, nil))
    }

    /// The file as it is now; without corrections if there is none.
    private func read(_ path: String) throws -> File {
        let stamp = FileStamp(path)
        if let known = known.withLock({ $0[path] }), known.stamp == stamp { return try known.file.get() }
        // A link to nothing is an error as any other link.
        let file = Result {
            stamp == nil && !AtomicFile.exists(path) ? File(try Corrections(), at: path) : try Self.read(path, isNamed: self.path != nil)
        }
        .mapError { $0 as? BoundedCropError ?? BoundedCropError(.invalidArgument, "\(path.printable) cannot be read", underlying: $0) }
        known.withLock { $0[path] = (stamp, file) }
        return try file.get()
    }

    /// - Parameter isNamed: Whether an option names the file: one that is found in a folder of a stranger is a plain file.
    private static func read(_ path: String, isNamed: Bool) throws -> File {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits(), waits: isNamed, followsLinks: isNamed)
            return File(try Corrections(bytes: bytes), at: path)
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "\(path.printable): \(error.message)", underlying: error.underlying)
        }
    }
}

/// Files of corrections that a review writes.
extension CorrectionFiles {
    /// What corrections say of one picture now, and what somebody who changes that has seen.
    struct Conflict: Error {}

    /// The corrections of a picture, as far as they fit it. Blocks.
    ///
    /// - Parameters:
    ///   - size: The picture's size; nil for one that cannot be read.
    ///   - subject: Whether they are about crops or redactions.
    /// - Throws: Why its file cannot be used.
    func entries(of entry: PictureEntry, in size: PixelSize?, about subject: Corrections.Subject) throws -> [Corrections.Entry] {
        guard let file = try file(for: entry) else { return [] }
        return file.corrections.entries(of: seen(entry, size, in: file, about: subject))
    }

    /// Saves the corrections of a picture. Blocks.
    ///
    /// - Parameters:
    ///   - subject: Whether they are about crops or redactions.
    ///   - seen: Those that are replaced.
    /// - Throws: `Conflict` if there are others by now; `invalidArgument` for a correction that makes no sense; what reading and writing throw.
    func replace(
        _ entry: PictureEntry,
        _ size: PixelSize?,
        about subject: Corrections.Subject,
        _ seen: [Corrections.Entry],
        with entries: [Corrections.Entry]
    ) throws {
        try change(entry, size, about: subject) { corrections, picture in
            guard corrections.entries(of: picture) == seen else { throw Conflict() }
            try corrections.replace(picture, with: entries)
        }
    }

    /// The pictures whose corrections are in the file of this one, but which are not there any more. Blocks.
    func lost(besides entry: PictureEntry) -> [String] {
        guard let file = try? file(for: entry) else { return [] }
        return file.corrections.unused(used.withLock { $0 }, isMissing: true).map(\.description).sorted()
    }

    /// Gives a picture the corrections of one that is not there any more. Blocks.
    ///
    /// - Throws: `invalidArgument` if none of them fits; what reading and writing throw.
    func attach(_ lost: String, to entry: PictureEntry, _ size: PixelSize?) throws {
        try change(entry, size, about: .crops) { try $0.attach(.file(lost), to: $1) }
    }

    private func change(
        _ entry: PictureEntry,
        _ size: PixelSize?,
        about subject: Corrections.Subject,
        _ change: (inout Corrections, Corrections.Edited) throws -> Void
    ) throws {
        let path = Self.path(for: entry, path)
        try Corrections.change(path, followsLinks: self.path != nil) { corrections in
            let file = File(corrections, at: path)
            corrections = file.corrections
            let names = seen(entry, size, in: file, about: subject).names
            try change(&corrections, Corrections.Edited(names: names, content: hash(of: entry), size: size, subject: subject))
        }
        known.withLock { $0[path] = nil }
    }

    /// Which of some pictures have other corrections than when their files were read last. Blocks.
    func changed(_ pictures: [(entry: PictureEntry, size: PixelSize?)]) -> Set<PictureEntry> {
        let old = known.withLock { $0 }.filter { FileStamp($0.key) != $0.value.stamp }
        guard !old.isEmpty else { return [] }
        let changed = pictures.filter { entry, size in
            guard let before = old[Self.path(for: entry, path)] else { return false }
            guard let before = try? before.file.get() else { return true }
            // What is hidden changes crops with a redaction, too.
            return Corrections.Subject.allCases.contains { subject in
                let now = try? entries(of: entry, in: size, about: subject)
                return before.corrections.entries(of: seen(entry, size, in: before, about: subject)) != now
            }
        }
        return Set(changed.map(\.entry))
    }

    /// A picture as corrections name it, which is read only if its content makes a difference.
    private func seen(
        _ entry: PictureEntry,
        _ size: PixelSize?,
        in file: File,
        about subject: Corrections.Subject
    ) -> Corrections.Edited {
        let names = file.names(of: entry) { hash(of: entry) }
        let content = file.corrections.checksContent(of: names) ? hash(of: entry) : nil
        return Corrections.Edited(names: names, content: content, size: size, subject: subject)
    }

    /// The SHA-256 of a picture; nil if it cannot be read.
    private func hash(of entry: PictureEntry) -> String? {
        try? hash(of: entry) {
            Fingerprint.text(of: try ImageSource(contentsOfFile: entry.path, in: entry.folder, options: DecodingOptions()).bytes)
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

extension RenderRequest {
    /// Notes corrections of a picture in which nothing looks for faces to crop around.
    ///
    /// - Returns: The crop of a shape that they place; nil if none of them is a place, or they leave out the picture.
    /// - Throws: `invalidArgument` for a place outside the picture.
    mutating func place(_ corrections: [Corrections.Correction], _ shape: CropRequest.Shape, in source: ImageSource) throws -> PixelRect? {
        let own = last
        defer { last = own }
        last = Stage()
        last.target.take(shape)
        Corrections.apply(corrections, to: &self, in: source.size)
        guard !corrected.isLeftOut, last.crop.hasPlaces || last.crop.rectangle != nil else { return nil }
        return try RenderJob(OutputOptions.renderer(), source).plan(RenderRequest(last)).plan.crop
    }
}
