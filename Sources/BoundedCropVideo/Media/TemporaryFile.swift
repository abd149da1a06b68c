internal import BoundedCrop
internal import FoundationEssentials

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
