internal import BoundedCrop
internal import FoundationEssentials

/// What ffmpeg does with the frames of a stream: its graph of filters, with one input and one output.
///
/// A long one is in a file, since a program's arguments are limited, for as long as this value or a copy is in use.
package struct FilterScript: Sendable {
    private let text: String
    private let file: TemporaryFile?

    /// The most that is given as an argument.
    private static let longestArgument = 50_000

    /// Throws `unwritableFile` for a long one if the temporary file cannot be written.
    init(_ text: String) throws {
        self.text = text
        file = text.utf8.count > Self.longestArgument ? try TemporaryFile(Array(text.utf8)) : nil
    }

    /// The same, and then another one.
    func followed(by other: String) throws -> FilterScript { try FilterScript(text + "," + other) }

    /// The options for the first video stream of an output.
    var arguments: [String] { file.map { ["-filter_script:v:0", $0.path] } ?? ["-filter:v:0", text] }
}

/// A file that is removed when nobody uses it.
final class TemporaryFile: Sendable {
    let path: String

    /// Throws `unwritableFile`.
    init(_ bytes: [UInt8]) throws {
        let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        path = "\(folder)/\(AtomicFile.temporaryPrefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        try AtomicFile.write(bytes, to: path, replacing: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
