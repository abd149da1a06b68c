import BoundedCrop
import Foundation

/// A folder of a test's own, gone when the test is done. The command runs in it, so that names are short.
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

    /// Runs the command here; arguments are what a shell would make of the line.
    func boundedcrop(_ line: String, input: [UInt8] = []) async throws -> Command.Outcome {
        try await Command.run(line.split(separator: " ").map(String.init), in: folder, input: input)
    }

    /// Runs a line of a real shell here, in which `boundedcrop` is the command.
    func shell(_ line: String) async throws -> Command.Outcome {
        guard let executable = Command.executable else { throw Command.NotBuilt() }
        return try await Command.run(
            ["-c", "boundedcrop() { \"$BOUNDEDCROP\" \"$@\"; }; \(line)"],
            in: folder,
            executable: URL(fileURLWithPath: "/bin/sh"),
            environment: ["BOUNDEDCROP": executable.path]
        )
    }

    /// Puts a fixture here under a name, which may have folders.
    func add(_ fixture: String, as name: String) throws {
        try write(Fixture.bytes(fixture), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }

    func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.appendingPathComponent(name))) }

    /// A written picture, read by the library.
    func picture(_ name: String) throws -> ImageSource {
        try ImageSource(contentsOfFile: folder.appendingPathComponent(name).path)
    }

    /// The files here and in the folders below, hidden ones too, in order.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }
}
