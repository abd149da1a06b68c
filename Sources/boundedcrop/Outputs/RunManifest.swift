import BoundedCrop
import CLibrary
import FoundationEssentials
import Synchronization

/// What runs with `--update` made of which content and with which options, so that a later run makes only what is missing or would differ.
///
/// It is a file of JSON lines in the folder of the outputs. Runs append to it, so that two at once, or one that is killed, lose nothing of what
/// the others say. Lines that cannot be read are passed over: what they were about is made again.
final class RunManifest: Sendable {
    /// What was made of one picture for one request.
    struct Line: Codable, Hashable, Sendable {
        /// The picture's path relative to the folder of the outputs; a URL, an object, or - for standard input, as it was named.
        let file: String
        /// The SHA-256 of its bytes.
        let sha256: String
        /// The sides of the upright picture in pixels.
        let width: Int
        let height: Int
        /// The state of its file. Nil for a picture that is no file.
        var state: String?
        /// The SHA-256 of all that the outputs depend on besides.
        let options: String
        /// None in a line that takes back the earlier ones, because the outputs were removed.
        var outputs: [MadeOutput]
        /// What a page shows of the crop until it is there, if that was asked for.
        var preview: CropPreview?

        fileprivate var key: Key { Key(file: file, options: options) }

        /// - Parameter place: The picture's.
        init(_ place: String, _ source: ImageSource, _ state: String?, options: String, content: String) {
            (file, sha256, width, height) = (place, content, source.size.width, source.size.height)
            (self.state, self.options, outputs) = (state, options, [])
        }
    }

    fileprivate struct Key: Hashable {
        let file: String
        let options: String
    }

    private struct Made {
        /// The lines that count, each with the number of the last one of its key.
        var lines: [Key: (line: Line, number: Int)] = [:]
        /// For which line each output was written last.
        var writers: [String: Key] = [:]
        /// What is known of the content of each picture.
        var contents: [String: Line] = [:]
        var count = 0

        /// Whether a line still says something of an output.
        func isCurrent(_ line: Line) -> Bool { line.outputs.contains { writers[$0.file] == line.key } }

        mutating func add(_ line: Line) {
            count += 1
            if line.outputs.isEmpty {
                let old = lines.removeValue(forKey: line.key)?.line.outputs ?? []
                for output in old where writers[output.file] == line.key { writers[output.file] = nil }
            } else {
                lines[line.key] = (line, count)
                for output in line.outputs { writers[output.file] = line.key }
            }
            contents[line.file] = line
        }
    }

    /// The file in the folder of the outputs.
    static let name = ".boundedcrop/manifest.jsonl"
    /// The folder of what was detected, in the folder of the outputs.
    static let detections = ".boundedcrop/detections"
    /// A file with more lines than this is written anew when most of them say nothing any more.
    private static let mostStaleLines = 1000

    /// The folder of the outputs, with a slash at its end; empty for the current one.
    let folder: String
    /// Whether nothing is written.
    private let isDryRun: Bool
    private let places: SourcePlaces
    private let made: Mutex<Made>
    /// The states of pictures' files, and what is in their sidecars, before they are read.
    private let states = Mutex<[PictureEntry: (file: String, sidecar: String)]>([:])
    /// The shapes in which corrections leave out pictures.
    private let skipped = Mutex<[PictureEntry: Set<AspectRatio>]>([:])

    private var path: String { folder + Self.name }

    /// - Throws: What reading the file throws, if it exists.
    init(folder: String, isDryRun: Bool = false) throws {
        (self.folder, self.isDryRun, places) = (folder, isDryRun, SourcePlaces(from: folder))
        made = Mutex(try Self.read(folder + Self.name))
        if !isDryRun { compact() }
    }

    private static func read(_ path: String) throws -> Made {
        var made = Made()
        guard AtomicFile.exists(path) else { return made }
        var limits = ImageLimits()
        limits.maximumBytes = 1 << 30
        let decoder = JSONDecoder()
        for line in try FileReader.bytes(ofFile: path, limits: limits).split(separator: UInt8(ascii: "\n")) {
            if let line = try? decoder.decode(Line.self, from: Data(line)) { made.add(line) }
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
        let file = places.place(of: entry)
        guard let line = made.withLock({ $0.contents[file] }), let state = state(of: entry), state == line.state else { return nil }
        return (line.sha256, PixelSize(width: line.width, height: line.height))
    }

    /// What is there and would be made again just like that; nil if there is something to make.
    ///
    /// - Parameter content: The SHA-256 of the picture's bytes.
    func line(for entry: PictureEntry, options: String, content: String, previewed: Bool) -> Line? {
        let key = Key(file: places.place(of: entry), options: options)
        let found = made.withLock { made -> Line? in
            guard let line = made.lines[key]?.line, line.outputs.allSatisfy({ made.writers[$0.file] == key }) else { return nil }
            return line
        }
        guard var line = found, line.sha256 == content, line.preview != nil || !previewed else { return nil }
        guard line.outputs.allSatisfy({ OutputFile(path: folder + $0.file).isFile }) else { return nil }
        let state = state(of: entry)
        if state != line.state {
            // The picture was touched: the next run need not read it. If that cannot be noted, it only costs time.
            line.state = state
            try? append([line])
        }
        return line
    }

    /// Where a picture is, and the state of its file before it was read.
    func placeAndState(of entry: PictureEntry) -> (place: String, state: String?) { (places.place(of: entry), state(of: entry)) }

    /// Notes what was made. Throws `unwritableFile`.
    func add(_ line: Line) throws { try append([line]) }

    private func append(_ lines: [Line]) throws {
        guard !isDryRun, !lines.isEmpty else { return }
        try AtomicFile.makeDirectory(for: path)
        // One call, so that the lines of two runs do not mix. After a line that was cut off, the first one begins anew.
        let bytes = Array(("\n" + (try lines.map { try JSONText.text($0) + "\n" }.joined())).utf8)
        guard withFile({ Descriptor.write(bytes, to: $0) }) else {
            throw BoundedCropError(.unwritableFile, "\(path) cannot be written", underlying: SystemError(code: errno))
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
    /// A picture that is gone or left out, and what is left of it.
    struct Gone: Sendable {
        /// The picture's path.
        let path: String
        /// The outputs that nothing else has replaced.
        let outputs: [MadeOutput]
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
            guard let path = places.path(of: file), search.isGone(path) else { return nil }
            let outputs = lines.flatMap { line in line.outputs.filter { writers[$0.file] == line.key } }
            return Gone(path: path, outputs: outputs.sorted { $0.file < $1.file }, lines: lines)
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
            let own = (lines[places.place(of: entry)] ?? []).filter { line in
                line.outputs.allSatisfy { output in output.size.map { size in aspects.contains { $0.matches(size) } } ?? true }
            }
            let outputs = own.flatMap { line in line.outputs.filter { writers[$0.file] == line.key } }
            return outputs.isEmpty ? nil : Gone(path: entry.path, outputs: outputs.sorted { $0.file < $1.file }, lines: own)
        }
        return pictures.sorted { $0.path < $1.path }
    }

    /// Takes back what was said of pictures that are gone or left out. Throws `unwritableFile`.
    func forget(_ pictures: [Gone]) throws {
        let lines = pictures.flatMap(\.lines).map { line in
            var line = line
            (line.outputs, line.preview) = ([], nil)
            return line
        }
        try append(lines)
    }
}

/// A file that was made of a picture.
struct MadeOutput: Codable, Hashable, Sendable {
    /// The path relative to the folder of the outputs.
    var file: String
    /// The SHA-256 of its bytes; nil if the run keeps no manifest.
    var sha256: String?
    var bytes: Int
    /// The media type.
    var type: String
    /// The sides in pixels; nil for a file that is no picture.
    var width: Int?
    var height: Int?

    /// Nil for a file that is no picture.
    var size: PixelSize? { width.flatMap { width in height.map { PixelSize(width: width, height: $0) } } }

    init(file: String, _ content: [UInt8], type: String, size: PixelSize? = nil, hashed: Bool) {
        (self.file, self.type, bytes, width, height) = (file, type, content.count, size?.width, size?.height)
        sha256 = hashed ? Fingerprint.text(of: content) : nil
    }
}

extension AspectRatio {
    /// Whether a picture has this shape, as closely as whole pixels allow.
    fileprivate func matches(_ size: PixelSize) -> Bool { size.hasShape(width, height, tolerance: max(width, height)) }
}

/// What a page shows of a crop until it is there, and what it chooses from.
struct CropPreview: Codable, Hashable, Sendable {
    /// A format of a crop in several widths, with the paths of its outputs in ascending width.
    struct Source: Codable, Hashable, Sendable {
        /// The condition of CSS under which the crop is shown; nil for others.
        let media: String?
        /// The media type.
        let type: String
        let files: [String]
    }

    let placeholder: Placeholder
    /// A tiny copy, as a URL with its bytes.
    let dataURI: String
    /// The formats of crops in several widths; nil for others.
    var sources: [Source]?

    init(of pixels: PixelBuffer) throws {
        (placeholder, dataURI) = try (Placeholder(of: pixels), SourceSetHTML.preview(of: pixels))
    }
}
