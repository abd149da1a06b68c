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

        /// Where corrections may look for a picture; the place to write is the last one.
        ///
        /// - Parameter entry: Nil for a picture without a name.
        func paths(of entry: PictureEntry?) -> [Corrections.Picture] {
            guard let entry else { return [] }
            guard let path = SourcePlaces.path(of: entry.path) else { return [.file(entry.path)] }
            return path.hasPrefix(folder) ? [.file(path), .file(String(path.dropFirst(folder.count)))] : [.file(path)]
        }
    }

    /// What a file says of a picture.
    private struct Found {
        let corrections: Corrections
        /// Where it looks for the picture.
        let names: [Corrections.Picture]
        /// The SHA-256 of the picture's bytes; nil if that makes no difference.
        let content: String?

        /// - Parameter aspect: Nil for all shapes.
        func list(_ aspect: AspectRatio?) -> [Corrections.Correction] {
            let list = aspect.map { corrections.corrections(of: names, aspect: $0) } ?? corrections.corrections(of: names)
            return list.map { $0.noting(content) }
        }
    }

    private struct Shapes {
        var asked: Set<AspectRatio> = []
        var corrected: [AspectRatio: Set<String>] = [:]
    }

    /// The name of the file that is found by itself.
    static let name = "boundedcrop.corrections.json"

    /// The file for all pictures.
    private let path: String?
    /// What was read of files, each as it was then. They are read again when they have changed, as while folders are watched.
    private let known = Mutex<[String: (stamp: FileStamp?, file: Result<File, BoundedCropError>)]>([:])
    private let used = Mutex<Set<Corrections.Picture>>([])
    /// The shapes that were asked for, and those that corrections of the same pictures are for, each with the names of these.
    private let shapes = Mutex<Shapes>(Shapes())
    private let hashes = FileHashes()

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
        let found = try found(of: entry, content: content)
        if let other = list(found, nil).first(where: { $0.time != nil }) {
            throw BoundedCropError(.invalidArgument, "the correction of \(other.name) has “at”, which is for videos")
        }
        return { self.list(found, $0) }
    }

    /// The corrections of a video in one shape. Blocks.
    ///
    /// - Parameters:
    ///   - size: The size of the upright frames with square pixels.
    ///   - end: When the video ends, in seconds.
    /// - Returns: Also the words of these corrections, and what there is to say of those that do not fit the video.
    /// - Throws: `invalidArgument` for a file in the video's folder that cannot be used, and for a correction of no time.
    func shots(
        of entry: PictureEntry,
        aspect: AspectRatio,
        in size: PixelSize,
        until end: Double
    ) throws -> (corrections: [CameraOptions.Correction], words: [String], notes: [String]) {
        let found = try found(of: entry) { try videoHash(of: entry) }
        var (shots, words, notes): ([CameraOptions.Correction], [String], [String]) = ([], [], [])
        for correction in list(found, aspect) where correction.redaction == nil {
            let fitted: Corrections.Correction
            do throws(BoundedCropError) { fitted = try correction.fitted(to: size) } catch {
                notes.append(error.message)
                continue
            }
            // Those that leave out a video are known before, and those of what is good correct nothing.
            if fitted.words.isEmpty || fitted.words.contains(Corrections.skip) { continue }
            if let time = fitted.time, time > end {
                let times = "the video ends at \(Decimals.text(end)) s, before \(Decimals.text(time)) s"
                notes.append("the correction of \(correction.name) is not used: \(times)")
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

    /// Whether corrections leave out a video in one shape. Blocks.
    ///
    /// - Parameter size: The size of the upright frames with square pixels.
    /// - Throws: `invalidArgument` for a file in the video's folder that cannot be used.
    func leavesOut(_ entry: PictureEntry, aspect: AspectRatio, in size: PixelSize) throws -> Bool {
        let found = try found(of: entry) { try videoHash(of: entry) }
        return list(found, aspect).contains { $0.words.contains(Corrections.skip) && (try? $0.fitted(to: size)) != nil }
    }

    /// What is hidden and shown by hand in a video; nil if nobody has looked at that. Blocks.
    ///
    /// - Parameter size: The size of the upright frames with square pixels.
    /// - Returns: Also what there is to say of corrections that do not fit the video.
    /// - Throws: `invalidArgument` for a file in the video's folder that cannot be used, and for something hidden that does not fit.
    func redaction(of entry: PictureEntry, in size: PixelSize) throws -> (correction: RedactionCorrection?, notes: [String]) {
        let found = try found(of: entry) { try videoHash(of: entry) }
        return try Corrections.redaction(by: list(found, nil), in: size)
    }

    /// What files say of a picture: that of its folder, and then those of the folders above it that are walked through, which know by its content
    /// a picture that was moved to a folder below. Blocks.
    private func found(of entry: PictureEntry?, content: () throws -> String?) throws -> [Found] {
        guard let file = try file(for: entry) else { return [] }
        var known: String?
        func hash() throws -> String? {
            known = try known ?? content()
            return known
        }
        // One that cannot be used is an error of the pictures beside it.
        let above = (path == nil ? entry.map(Self.pathsAbove) ?? [] : []).compactMap { try? read($0) }
        let found =
            try [found(in: file, of: entry, file.paths(of: entry), content: hash)]
            + above.map { try self.found(in: $0, of: entry, [], content: hash) }
        for one in found { use(one) }
        return found
    }

    /// What files say together, the nearest first: crops are corrected by the first that says something of them, and what is hidden and shown adds
    /// up.
    private func list(_ found: [Found], _ aspect: AspectRatio?) -> [Corrections.Correction] {
        if let aspect { note(aspect, found) }
        let nearest = found.count < 2 ? 0 : found.firstIndex { $0.list(nil).contains { $0.redaction == nil } } ?? 0
        return found.enumerated().flatMap { index, found in found.list(aspect).filter { $0.redaction != nil || index == nearest } }
    }

    /// What a file says of a picture, whose content is asked for only if it makes a difference. Blocks.
    private func found(
        in file: File,
        of entry: PictureEntry?,
        _ paths: [Corrections.Picture],
        content: () throws -> String?
    ) rethrows -> Found {
        guard file.corrections.knowsContents, let content = try content() else {
            return Found(corrections: file.corrections, names: paths, content: nil)
        }
        let path = entry?.path ?? "the picture that was sent"
        let settled = file.corrections.settled(
            of: paths,
            content: content,
            at: path,
            hash: hashes.hash(ofFile:),
            holder: hashes.holder(of:beside:)
        )
        return Found(corrections: settled, names: paths + [.content(content)], content: content)
    }

    /// The SHA-256 of a video, which is read for it once. Throws what reading throws.
    private func videoHash(of entry: PictureEntry) throws -> String {
        try hashes.hash(of: entry.path) { Hexadecimal.text(try SHA256.hash(ofFile: entry.path)) }
    }

    private func use(_ found: Found) {
        used.withLock { $0.formUnion(found.names.filter(found.corrections.pictures.contains)) }
    }

    /// Where the corrections of a file or standard input are.
    ///
    /// - Parameter path: The file for all pictures; nil for those in the folders of the pictures.
    static func path(for entry: PictureEntry, _ path: String?) -> String {
        if let path { return path }
        let own = PictureInput.localPath(entry.path) ?? entry.path
        return (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "") + name
    }

    /// Notes that a shape was asked for, of a picture that may have corrections for some shapes.
    private func note(_ asked: AspectRatio, _ found: [Found]) {
        let corrected = found.flatMap { $0.list(nil) }.filter { $0.aspect != nil }
        guard !corrected.isEmpty else { return }
        shapes.withLock { shapes in
            shapes.asked.insert(asked)
            for correction in corrected {
                if let shape = correction.aspect { shapes.corrected[shape, default: []].insert(correction.name) }
            }
        }
    }

    /// A line about each shape with corrections that no output has, though one has nearly this shape: it may have been meant.
    private var notesOfShapes: [String] {
        let (asked, corrected) = shapes.withLock { ($0.asked, $0.corrected) }
        return corrected.sorted { $0.key.description < $1.key.description }.compactMap { shape, names in
            func difference(_ other: AspectRatio) -> Double { abs(other.value / shape.value - 1) }
            guard shape.sameShape(in: Array(asked)) == nil, let near = asked.min(by: { difference($0) < difference($1) }),
                difference(near) < 0.05
            else { return nil }
            return "corrections for \(shape) are not used in \(near): \(names.sorted().map(\.printable).listed(5))"
        }
    }

    /// Where corrections are in the folders above that of a picture, up to the one that was requested.
    private static func pathsAbove(_ entry: PictureEntry) -> [String] {
        guard entry.isFound, PictureInput.localPath(entry.path) != nil else { return [] }
        var parts = entry.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return entry.name.filter { $0 == "/" }.compactMap { _ in
            guard parts.count > 1 else { return nil }
            parts.removeLast()
            return (parts + [name[...]]).joined(separator: "/")
        }
    }

    /// A line about the pictures of the named file that were not among the inputs; without one, lines about those of the files that were read
    /// that are not there any more. Then those about shapes.
    func notes(_ noun: String = "picture") -> [String] { notesOfPictures(noun) + notesOfShapes }

    private func notesOfPictures(_ noun: String) -> [String] {
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
        return entries(of: entry, in: size, about: subject, file)
    }

    private func entries(
        of entry: PictureEntry,
        in size: PixelSize?,
        about subject: Corrections.Subject,
        _ file: File
    ) -> [Corrections.Entry] {
        let found = seen(entry, in: file)
        let picture = Corrections.Edited(names: found.names, content: found.content, size: size, subject: subject)
        return found.corrections.entries(of: picture)
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
            let found = seen(entry, in: File(corrections, at: path))
            corrections = found.corrections
            let content = found.content ?? hash(of: entry)
            try change(&corrections, Corrections.Edited(names: found.names, content: content, size: size, subject: subject))
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
                return self.entries(of: entry, in: size, about: subject, before) != now
            }
        }
        return Set(changed.map(\.entry))
    }

    /// A picture as corrections name it, which is read only if its content makes a difference.
    private func seen(_ entry: PictureEntry, in file: File) -> Found {
        found(in: file, of: entry, file.paths(of: entry)) { hash(of: entry) }
    }

    /// The SHA-256 of a picture; nil if it cannot be read.
    private func hash(of entry: PictureEntry) -> String? {
        try? hashes.hash(of: entry.path) {
            Fingerprint.text(of: try ImageSource(contentsOfFile: entry.path, in: entry.folder, options: .inCommand()).bytes)
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
