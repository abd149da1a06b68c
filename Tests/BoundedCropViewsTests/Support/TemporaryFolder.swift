import Foundation

/// A new, empty folder that is removed with everything in it when the last reference goes.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("boundedcrop-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and the folders it is to be in.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return path(name)
    }

    /// The names of everything in the folder, hidden files too.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
