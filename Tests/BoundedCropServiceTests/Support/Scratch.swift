import BoundedCrop
import Foundation

/// A folder of a test's own, gone when the test is done.
final class Scratch: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("boundedcrop-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing to be done about it here, and nothing to be learned from it.
        try? FileManager.default.removeItem(at: folder)
    }

    var path: String { folder.path }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func add(_ fixture: String, as name: String) throws {
        try write([UInt8](Data(contentsOf: Fixture.root.appendingPathComponent(fixture))), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// The files below, in order.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: self.path(name), isDirectory: &isDirectory) && !isDirectory.boolValue
        }.sorted()
    }
}
