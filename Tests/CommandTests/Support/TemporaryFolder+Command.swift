import BoundedCrop
import Foundation
import TestSupport
import Testing

/// The command runs in a temporary folder, so that names are short.
extension TemporaryFolder {
    /// Runs the command in this folder; the line is split into arguments as by a shell.
    func boundedcrop(_ line: String, input: [UInt8] = []) async throws -> Command.Outcome {
        try await Command.run(line.split(separator: " ").map(String.init), in: url, input: input)
    }

    /// Parses a line in this process; see `Command.parse`. Text in single quotes is one argument, as in a shell. Arguments that begin with
    /// `./` are in this folder; others must not depend on what is there.
    func parse(_ line: String) -> Command.Outcome {
        let parts = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        let words = parts.flatMap { $0.offset.isMultiple(of: 2) ? $0.element.split(separator: " ") : [$0.element] }
        return Command.parse(words.map { $0.hasPrefix("./") ? path(String($0.dropFirst(2))) : String($0) })
    }

    /// Runs a line in a real shell in this folder, where `boundedcrop` is the command.
    func shell(_ line: String, environment: [String: String] = [:]) async throws -> Command.Outcome {
        guard let executable = Command.executable else { throw Command.NotBuilt() }
        return try await Command.run(
            ["-c", "boundedcrop() { \"$BOUNDEDCROP\" \"$@\"; }; \(line)"],
            in: url,
            executable: URL(fileURLWithPath: "/bin/sh"),
            environment: environment.merging(["BOUNDEDCROP": executable.path]) { $1 }
        )
    }

    /// The paths of what commands in this folder remember, relative to it.
    func remembered(_ ending: String) -> [String] {
        let state = Self.state(of: path)
        let found = FileManager.default.subpaths(atPath: state)?.filter { $0.hasSuffix(ending) } ?? []
        return found.sorted().map { "../\(URL(fileURLWithPath: state).lastPathComponent)/\($0)" }
    }

    /// The manifest of the only folder of outputs.
    var manifest: String {
        get throws { try #require(remembered("/manifest.jsonl").first) }
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: url.appendingPathComponent(name), withIntermediateDirectories: true)
    }

    func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: url.appendingPathComponent(name))) }

    /// A written picture, read with the library.
    func picture(_ name: String) throws -> ImageSource { try ImageSource(contentsOfFile: path(name)) }
}
