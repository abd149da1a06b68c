package import Foundation

/// A new, empty folder that is deleted with its contents when the last reference to it goes away.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("boundedcrop-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        for folder in [path, Self.state(of: path)] { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Where commands that run in a folder remember what they made.
    package static func state(of folder: String) -> String { folder + ".state" }

    package var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, creating its parent folders.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return path(name)
    }

    /// Copies a fixture into the folder under a name, which may contain folders.
    package func add(_ fixture: String, as name: String) throws {
        try write(Fixture.bytes(fixture), to: name)
    }

    /// Renames or moves a file or folder in this folder.
    package func move(_ source: String, to name: String) throws {
        try FileManager.default.moveItem(atPath: path(source), toPath: path(name))
    }

    /// The names of everything in the folder, including hidden files.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// The files in this folder and its subfolders, including hidden ones, in sorted order.
    package func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: self.path(name), isDirectory: &isDirectory) && !isDirectory.boolValue
        }.sorted()
    }
}
