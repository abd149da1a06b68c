import BoundedCrop
import CLibrary
import FoundationEssentials
import Synchronization

/// What runs with `--update` made of which content and with which options, so that a later run makes only what is missing or would differ.
///
/// It is a file of JSON lines in a `StateFolder`. Runs append to it, so that two at once, or one that is killed, lose nothing of what
/// the others say. Lines that cannot be read are passed over: what they were about is made again.
final class RunManifest: Sendable {
    /// What was made of one picture for one request.
    struct Line: Codable, Hashable, Sendable {
        /// The picture's path relative to the folder of the outputs; a URL, an object, or - for standard input, as it was named.
        let file: ExactPath
        /// The SHA-256 of its bytes.
        let sha256: String
        /// The sides of the upright picture in pixels.
        let width: Int
        let height: Int
        /// The state of its file. Nil for a picture that is no file.
        var state: String?
        /// The SHA-256 of all that the outputs depend on besides.
        let options: String
        /// The SHA-256 of what was asked for, whatever was found, for outputs of which there may be fewer the next time. Nil for others.
        var request: String?
        /// None if a picture has none any more; and in a line that takes back the earlier ones, because the outputs were removed.
        var outputs: [MadeOutput]
        /// Those of earlier lines that these replace under other names, as long as they are not removed. Nil for none.
        var former: [MadeOutput]?
        /// What a page shows of the crop until it is there, if that was asked for.
        var preview: CropPreview?

        fileprivate var key: Key { Key(file: file, options: options) }

        /// Whether the system takes its names as they are: it reads the part before a zero byte.
        fileprivate var isSound: Bool { (outputs + (former ?? [])).allSatisfy { !$0.file.text.utf8.contains(0) } }

        /// - Parameter place: The picture's.
        init(_ place: String, _ source: ImageSource, _ state: String?, options: String, content: String) {
            (file, sha256, width, height) = (ExactPath(place), content, source.size.width, source.size.height)
            (self.state, self.options, outputs) = (state, options, [])
        }
    }

    fileprivate struct Key: Hashable {
        let file: ExactPath
        let options: String
    }

    private struct Made {
        /// The lines that count, each with the number of the last one of its key.
        var lines: [Key: (line: Line, number: Int)] = [:]
        /// For which line each output was written last.
        var writers: [ExactPath: Key] = [:]
        /// What is known of the content of each picture.
        var contents: [ExactPath: Line] = [:]
        /// The lines that count of each picture.
        var keys: [ExactPath: Set<Key>] = [:]
        var count = 0

        /// Whether a line still says something of an output.
        func isCurrent(_ line: Line) -> Bool { line.former != nil || line.outputs.contains { writers[$0.file] == line.key } }

        /// The outputs of a picture that those of a line replace under other names, or that the same request has not made again.
        func former(of line: Line) -> [MadeOutput] {
            let (files, names) = (Set(line.outputs.map(\.file)), Set(line.outputs.compactMap(\.unhashedName)))
            return (keys[line.file] ?? []).compactMap { lines[$0]?.line }.flatMap { earlier in
                let isSame = earlier.key == line.key || earlier.request != nil && earlier.request == line.request
                // What another line has written since is not that of this one.
                let outputs = earlier.outputs.filter { writers[$0.file] == earlier.key }
                return ((earlier.former ?? []) + outputs).filter { output in
                    if files.contains(output.file) { return false }
                    return output.unhashedName.map(names.contains) ?? false || isSame && isOwn(output, of: line)
                }
            }
        }

        /// Whether no other picture has an output by now.
        func isOwn(_ output: MadeOutput, of line: Line) -> Bool { writers[output.file].map { $0.file == line.file } ?? true }

        /// Whether another line of the same picture has replaced an output of this one.
        func isReplaced(_ line: Line) -> Bool {
            let files = Set(line.outputs.filter { !$0.isHashed }.map(\.file))
            return (keys[line.file] ?? []).contains { lines[$0]?.line.former?.contains { files.contains($0.file) } == true }
        }

        mutating func add(_ line: Line) {
            count += 1
            // What is made again is not former any more.
            let files = Set(line.outputs.map(\.file))
            for key in keys[line.file] ?? [] where key != line.key {
                guard let former = lines[key]?.line.former else { continue }
                let left = former.filter { !files.contains($0.file) }
                lines[key]?.line.former = left.isEmpty ? nil : left
            }
            if line.outputs.isEmpty, line.former == nil {
                let old = lines.removeValue(forKey: line.key)?.line.outputs ?? []
                keys[line.file]?.remove(line.key)
                for output in old where writers[output.file] == line.key { writers[output.file] = nil }
            } else {
                lines[line.key] = (line, count)
                keys[line.file, default: []].insert(line.key)
                for output in line.outputs { writers[output.file] = line.key }
            }
            contents[line.file] = line
        }
    }

    /// The file in the folder of what is remembered.
    static let name = "manifest.jsonl"
    /// The folder of what was detected in the folder of what is remembered.
    static let detections = "detections"
    /// A file with more lines than this is written anew when most of them say nothing any more.
    private static let mostStaleLines = 1000

    /// The folder of the outputs, with a slash at its end; empty for the current one.
    let folder: String
    private let state: StateFolder
    /// Whether nothing is written.
    private let isDryRun: Bool
    private let places: SourcePlaces
    private let made: Mutex<Made>
    /// The states of pictures' files, and what is in their sidecars, before they are read.
    private let states = Mutex<[PictureEntry: (file: String, sidecar: String)]>([:])
    /// The shapes in which corrections leave out pictures.
    private let skipped = Mutex<[PictureEntry: Set<AspectRatio>]>([:])

    private let path: String

    /// - Throws: What reading the file throws, if it exists.
    init(folder: String, in state: StateFolder, isDryRun: Bool = false) throws {
        (self.folder, self.state, self.isDryRun, places) = (folder, state, isDryRun, SourcePlaces(from: folder))
        path = state.folder(for: folder) + Self.name
        made = Mutex(try Self.read(path))
        if !isDryRun { compact() }
    }

    /// Whether a manifest is about the files in a folder: most of the first outputs that it names are there.
    static func describes(_ folder: String, manifest: String) -> Bool {
        guard let made = try? read(manifest) else { return false }
        let outputs = made.lines.values.lazy.flatMap(\.line.outputs).prefix(50)
        let there = outputs.count { AtomicFile.size(of: folder + $0.file.text) == $0.bytes }
        return there > 0 && there >= (outputs.count + 1) / 2
    }

    private static func read(_ path: String) throws -> Made {
        var made = Made()
        guard AtomicFile.exists(path) else { return made }
        var limits = ImageLimits()
        limits.maximumBytes = 1 << 30
        let decoder = JSONDecoder()
        for line in try FileReader.bytes(ofFile: path, limits: limits).split(separator: UInt8(ascii: "\n")) {
            guard let line = try? decoder.decode(Line.self, from: Data(line)), line.isSound else { continue }
            made.add(line)
        }
        return made
    }

    /// Notes the state of a picture's file, which is not read yet.
    ///
    /// - Parameter sidecar: Tells what is in the files beside it; empty if they do not count.
    func begin(_ entry: PictureEntry, sidecar: String) {
        guard SourcePlaces.isFile(entry), let stamp = FileStamp(entry.path) else { return }
        let times = [stamp.modified, stamp.changed].map { "\($0.seconds).\($0.nanoseconds)" }
        states.withLock { $0[entry] = (times.joined(separator: " ") + " \(stamp.size)", sidecar) }
        places.see(entry)
    }

    /// Forgets the state of a picture's file.
    func end(_ entry: PictureEntry) { states.withLock { $0[entry] = nil } }

    /// What was in a picture's sidecars before it was read; empty if they do not count.
    func sidecar(of entry: PictureEntry) -> String { states.withLock { $0[entry]?.sidecar } ?? "" }

    private func state(of entry: PictureEntry) -> String? { states.withLock { $0[entry]?.file } }

    /// The SHA-256 and the size of a picture whose file is as it was when they became known; nil if it must be read.
    func content(of entry: PictureEntry) -> (sha256: String, size: PixelSize)? {
        let file = ExactPath(places.place(of: entry))
        guard let line = made.withLock({ $0.contents[file] }), let state = state(of: entry), state == line.state else { return nil }
        return (line.sha256, PixelSize(width: line.width, height: line.height))
    }

    /// What is there and would be made again just like that; nil if there is something to make.
    ///
    /// - Parameter content: The SHA-256 of the picture's bytes.
    func line(for entry: PictureEntry, options: String, content: String, previewed: Bool) -> Line? {
        let key = Key(file: ExactPath(places.place(of: entry)), options: options)
        let found = made.withLock { made -> Line? in
            guard let line = made.lines[key]?.line, !line.outputs.isEmpty, line.outputs.allSatisfy({ made.writers[$0.file] == key }),
                !made.isReplaced(line)
            else { return nil }
            return line
        }
        guard var line = found, line.sha256 == content, line.preview != nil || !previewed else { return nil }
        guard line.outputs.allSatisfy({ OutputFile(path: folder + $0.file.text).isFile }) else { return nil }
        let state = state(of: entry)
        if state != line.state {
            // The picture was touched: the next run need not read it. If that cannot be noted, it only costs time.
            line.state = state
            try? append([line])
        }
        return line
    }

    /// Whether an output is there already with the same content. Another file is only replaced if a run made it.
    ///
    /// - Parameter bytes: Nil for any other content than is there.
    /// - Throws: `fileExists` for one that no run made, or that was changed since.
    func has(_ path: String, holding bytes: [UInt8]?) throws -> Bool {
        guard AtomicFile.exists(path) else { return false }
        var limits = ImageLimits()
        limits.maximumBytes = .max
        let there = try FileReader.bytes(ofFile: path, limits: limits, waits: false)
        if there == bytes { return true }
        let file = ExactPath(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
        let known = made.withLock { made in
            made.writers[file].flatMap { made.lines[$0]?.line }.flatMap { ($0.outputs + ($0.former ?? [])).first { $0.file == file } }
        }
        guard known?.sha256 == Fingerprint.text(of: there) else {
            let why = known == nil ? "no run is known to have made it" : "it was changed after it was made"
            throw BoundedCropError(.fileExists, "\(path) is there already, and \(why): --overwrite replaces it")
        }
        return false
    }

    /// Where a picture is, and the state of its file before it was read.
    func placeAndState(of entry: PictureEntry) -> (place: String, state: String?) { (places.place(of: entry), state(of: entry)) }

    /// Notes what was made. Throws `unwritableFile`.
    func add(_ line: Line) throws {
        var line = line
        let former = made.withLock { $0.former(of: line) }
        if !former.isEmpty { line.former = Array(Set(former)).sorted { $0.file < $1.file } }
        guard !line.outputs.isEmpty || line.former != nil else { return }
        try append([line])
    }

    private func append(_ lines: [Line]) throws {
        guard !isDryRun, !lines.isEmpty else { return }
        try state.note(folder)
        // One call, so that the lines of two runs do not mix. After a line that was cut off, the first one begins anew.
        let bytes = Array(("\n" + (try lines.map { try JSONText.text($0) + "\n" }.joined())).utf8)
        guard withFile({ Descriptor.write(bytes, to: $0) }) else {
            let code = errno
            throw BoundedCropError(
                .unwritableFile,
                "what was done is not noted for the next run, as \(path) cannot be written: \(SystemError.text(code))",
                underlying: SystemError(code: code)
            )
        }
        made.withLock { made in lines.forEach { made.add($0) } }
    }

    /// Opens the file and keeps others from writing to it meanwhile. Where the file system has no locks, they are not kept from it.
    ///
    /// - Returns: False if the file cannot be opened, with `errno` set.
    private func withFile(_ body: (Int32) -> Bool) -> Bool {
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            var (own, named) = (stat(), stat())
            // Another run may have replaced the file before this one had the lock.
            if fstat(descriptor, &own) == 0, stat(path, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev {
                return body(descriptor)
            }
        }
    }

    /// Writes the file anew without the lines that say nothing any more, if there are many. If that fails, it stays as it is.
    private func compact() {
        let (count, current) = made.withLock { made in (made.count, made.lines.values.count { made.isCurrent($0.line) }) }
        guard count > Self.mostStaleLines, count > 2 * current else { return }
        _ = withFile { descriptor in
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let latest = try? Self.read(path) else { return false }
            let lines = latest.lines.values.filter { latest.isCurrent($0.line) }.sorted { $0.number < $1.number }
            guard let text = try? lines.map({ try JSONText.text($0.line) + "\n" }).joined() else { return false }
            made.withLock { $0 = latest }
            return (try? AtomicFile.write(Array(text.utf8), to: path, replacing: true)) != nil
        }
    }
}

/// Pictures that are gone, and those that corrections leave out.
extension RunManifest {
    /// A picture that is gone or left out, and what is left of it; or one with outputs that have other names by now.
    struct Gone: Sendable {
        /// The picture's path.
        let path: String
        /// The outputs that nothing else has replaced.
        let outputs: [MadeOutput]
        /// What is true once they are removed.
        fileprivate let lines: [Line]
    }

    /// The pictures of earlier runs that do not exist any more, in the order of their names.
    ///
    /// - Parameter inputs: Those of this run. Only what was in their folders counts.
    /// - Returns: Also the folders in which everything is missing, as if they were not mounted: nothing of their pictures counts as gone.
    func gone(from inputs: [String]) -> (pictures: [Gone], doubtful: [String]) {
        let (lines, writers) = made.withLock { made in (made.lines.values.map(\.line), made.writers) }
        let search = GoneSources(inputs, places)
        let pictures = Dictionary(grouping: lines, by: \.file).compactMap { file, lines -> Gone? in
            guard let path = places.path(of: file.text), search.isGone(path) else { return nil }
            return Gone(path: path, outputs: Self.outputs(of: lines, writers), lines: lines.map(\.withoutOutputs))
        }
        return (pictures.sorted { $0.path < $1.path }, search.doubtful)
    }

    /// Notes in which shapes corrections leave out a picture.
    func skip(_ entry: PictureEntry, in aspects: Set<AspectRatio>) {
        skipped.withLock { $0[entry] = aspects.isEmpty ? nil : aspects }
    }

    /// The pictures of this run that corrections leave out, though outputs of them are there, in the order of their names.
    ///
    /// - Parameter entry: The only picture that counts; nil for all.
    func leftOut(_ entry: PictureEntry? = nil) -> [Gone] {
        let skipped = skipped.withLock { skipped in entry.map { entry in skipped.filter { $0.key == entry } } ?? skipped }
        guard !skipped.isEmpty else { return [] }
        let (lines, writers) = made.withLock { made in (Dictionary(grouping: made.lines.values.map(\.line), by: \.file), made.writers) }
        let pictures = skipped.compactMap { entry, aspects -> Gone? in
            let own = (lines[ExactPath(places.place(of: entry))] ?? []).filter { line in
                line.outputs.allSatisfy { output in output.size.map { size in aspects.contains { $0.matches(size) } } ?? true }
            }
            let outputs = Self.outputs(of: own, writers)
            return outputs.isEmpty ? nil : Gone(path: entry.path, outputs: outputs, lines: own.map(\.withoutOutputs))
        }
        return pictures.sorted { $0.path < $1.path }
    }

    /// Pictures whose outputs have other names by now, or of which there are fewer, in the order of their names.
    func former() -> [Gone] {
        let pictures = made.withLock { made in
            made.lines.values.map(\.line).compactMap { line in
                line.former.map { (line, $0.filter { $0.isHashed || made.isOwn($0, of: line) }) }
            }
        }
        return pictures.sorted { $0.0.file < $1.0.file }.map { line, outputs in
            var current = line
            current.former = nil
            return Gone(path: places.path(of: line.file.text) ?? line.file.text, outputs: outputs, lines: [current])
        }
    }

    private static func outputs(of lines: [Line], _ writers: [ExactPath: Key]) -> [MadeOutput] {
        let outputs = lines.flatMap { line in line.outputs.filter { writers[$0.file] == line.key } + (line.former ?? []) }
        return Array(Set(outputs)).sorted { $0.file < $1.file }
    }

    /// Takes back what was said of pictures that are gone or left out. Throws `unwritableFile`.
    func forget(_ pictures: [Gone]) throws { try append(pictures.flatMap(\.lines)) }
}

extension RunManifest.Line {
    /// The line that takes this one back.
    fileprivate var withoutOutputs: Self {
        var line = self
        (line.outputs, line.former, line.preview) = ([], nil, nil)
        return line
    }
}

extension AspectRatio {
    /// Whether a picture has this shape, as closely as whole pixels allow.
    fileprivate func matches(_ size: PixelSize) -> Bool { size.hasShape(width, height, tolerance: max(width, height)) }
}
