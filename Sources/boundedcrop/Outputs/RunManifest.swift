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

    /// The state of a picture's file, which tells whether it must be read; nil if it is no file.
    static func state(of entry: PictureEntry) -> String? {
        guard !entry.isURL, !entry.isObject, entry.path != "-" else { return nil }
        return FileStamp(entry.path).map { stamp in
            let times = [stamp.modified, stamp.changed].map { "\($0.seconds).\($0.nanoseconds)" }
            return times.joined(separator: " ") + " \(stamp.size)"
        }
    }

    /// The outputs that are there and would be made again just like that; nil if there is something to make.
    ///
    /// - Parameters:
    ///   - state: The state of the picture's file; nil to compare the content.
    ///   - sha256: The SHA-256 of the picture's bytes; asked for only if there are outputs.
    func outputs(of entry: PictureEntry, options: String, state: String?, sha256: () -> String?) -> [String]? {
        let key = Key(file: entry.path, options: options)
        let line = made.withLock { made -> Line? in
            guard let line = made.lines[key], line.outputs.allSatisfy({ made.writers[$0] == key }) else { return nil }
            return line
        }
        guard let line, !line.outputs.isEmpty else { return nil }
        guard state != nil && line.state == state || sha256() == line.sha256 else { return nil }
        let outputs = line.outputs.map { folder + $0 }
        return outputs.allSatisfy { OutputFile(path: $0).isFile } ? outputs : nil
    }

    /// Says what was made. Throws `unwritableFile`.
    func add(_ entry: PictureEntry, options: String, state: String?, sha256: String, outputs: [String]) throws {
        let line = Line(
            file: entry.path,
            sha256: sha256,
            state: state,
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
