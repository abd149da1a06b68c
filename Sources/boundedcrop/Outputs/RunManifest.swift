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
        /// The picture as it was named.
        let file: String
        /// The SHA-256 of its bytes.
        let sha256: String
        /// The state of its file. Nil for a picture that is no file.
        let state: String?
        /// The SHA-256 of all that the outputs depend on besides.
        let options: String
        /// The outputs, relative to their folder.
        let outputs: [String]

        fileprivate var key: Key { Key(file: file, options: options) }
    }

    fileprivate struct Key: Hashable {
        let file: String
        let options: String
    }

    private struct Made {
        var lines: [Key: Line] = [:]
        /// For which line each output was written last.
        var writers: [String: Key] = [:]

        mutating func add(_ line: Line) {
            lines[line.key] = line
            for output in line.outputs { writers[output] = line.key }
        }
    }

    /// The file in the folder of the outputs.
    static let name = ".boundedcrop/manifest.jsonl"

    /// The folder of the outputs, with a slash at its end; empty for the current one.
    private let folder: String
    private let made: Mutex<Made>
    /// The states of pictures' files before they are read.
    private let states = Mutex<[PictureEntry: String]>([:])

    /// - Throws: What reading the file throws, if it exists.
    init(folder: String) throws {
        self.folder = folder
        var made = Made()
        if AtomicFile.exists(folder + Self.name) {
            var limits = ImageLimits()
            limits.maximumBytes = 1 << 30
            for line in try FileReader.bytes(ofFile: folder + Self.name, limits: limits).split(separator: UInt8(ascii: "\n")) {
                if let line = try? JSONDecoder().decode(Line.self, from: Data(line)) { made.add(line) }
            }
        }
        self.made = Mutex(made)
    }

    /// Notes the state of a picture's file, which is not read yet.
    func begin(_ entry: PictureEntry) {
        guard !entry.isURL, !entry.isObject, entry.path != "-", let stamp = FileStamp(entry.path) else { return }
        let times = [stamp.modified, stamp.changed].map { "\($0.seconds).\($0.nanoseconds)" }
        states.withLock { $0[entry] = times.joined(separator: " ") + " \(stamp.size)" }
    }

    /// Forgets the state of a picture's file.
    func end(_ entry: PictureEntry) { states.withLock { $0[entry] = nil } }

    /// The outputs that are there and would be made again just like that; nil if there is something to make.
    ///
    /// - Parameter content: The SHA-256 of the picture's bytes; nil if they have not been read, so that the state of the file must be the same.
    func outputs(of entry: PictureEntry, options: String, content: String?) -> [String]? {
        let key = Key(file: entry.path, options: options)
        let line = made.withLock { made -> Line? in
            guard let line = made.lines[key], line.outputs.allSatisfy({ made.writers[$0] == key }) else { return nil }
            return line
        }
        guard let line, !line.outputs.isEmpty else { return nil }
        let state = states.withLock { $0[entry] }
        guard content.map({ $0 == line.sha256 }) ?? (state != nil && state == line.state) else { return nil }
        let outputs = line.outputs.map { folder + $0 }
        return outputs.allSatisfy { OutputFile(path: $0).isFile } ? outputs : nil
    }

    /// Says what was made. Throws `unwritableFile`.
    func add(_ entry: PictureEntry, options: String, content: String, outputs: [String]) throws {
        let line = Line(
            file: entry.path,
            sha256: content,
            state: states.withLock { $0[entry] },
            options: options,
            outputs: outputs.map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 }
        )
        let path = folder + Self.name
        try AtomicFile.makeDirectory(for: path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        defer { if descriptor >= 0 { close(descriptor) } }
        // One call, so that the lines of two runs do not mix. After a line that was cut off, this one begins anew.
        let bytes = Array(("\n" + (try JSONText.text(line)) + "\n").utf8)
        guard descriptor >= 0, Descriptor.write(bytes, to: descriptor) else {
            throw BoundedCropError(.unwritableFile, "\(path) cannot be written", underlying: SystemError(code: errno))
        }
        made.withLock { $0.add(line) }
    }
}
