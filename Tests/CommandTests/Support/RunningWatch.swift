import Foundation
import TestSupport

/// A running `boundedcrop watch`.
struct RunningWatch: Sendable {
    /// A line of its standard output.
    struct Line: Sendable {
        let file: String
        /// The output; nil if there is none.
        let output: String?
        let skipped: String?
        let leftOut: String?
        let error: String?

        init(_ text: String) throws {
            let fields = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            file = fields["file"] as? String ?? ""
            output = (fields["output"] as? [String: Any])?["file"] as? String
            (skipped, leftOut) = (fields["skipped"] as? String, fields["leftOut"] as? String)
            error = (fields["error"] as? [String: Any])?["message"] as? String
        }
    }

    let running: Running
    private let output: PipeLines
    private let errors: PipeLines

    /// Starts watching with small crops that look for no faces.
    init(_ line: String, in folder: TemporaryFolder) async throws {
        let options = "--size 30x20 --no-bounding --json --verbose"
        try await self.init("boundedcrop", "watch \(line) \(options)".split(separator: " ").map(String.init), in: folder)
    }

    /// Starts a line of a shell, which has to become the command.
    init(shell line: String, in folder: TemporaryFolder) async throws {
        try await self.init("sh", ["-c", line], in: folder)
    }

    private init(_ program: String, _ arguments: [String], in folder: TemporaryFolder) async throws {
        guard let command = Command.executable else { throw Command.NotBuilt() }
        let (output, errors) = (Pipe(), Pipe())
        running = try await Command.start(
            arguments,
            in: folder.url,
            executable: program == "sh" ? URL(fileURLWithPath: "/bin/sh") : command,
            environment: ["BOUNDEDCROP": command.path],
            output: output.fileHandleForWriting,
            errors: errors.fileHandleForWriting
        )
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        (self.output, self.errors) = (PipeLines(output), PipeLines(errors))
    }

    /// Waits until it has caught up with what was there. Returns the line that says so.
    func caughtUp() async -> String {
        while let line = await errors.next(1).first {
            if line.contains(": watching ") { return line }
        }
        return ""
    }

    /// The next lines of results. Fewer if it ends.
    func lines(_ count: Int) async throws -> [Line] { try await output.next(count).map(Line.init) }

    /// The outputs that the next lines name.
    func outputs(_ count: Int) async throws -> Set<String> { Set(try await lines(count).compactMap(\.output)) }

    /// Reads until these outputs were named; false if it ends before. Some may be named twice: a picture that is found in a new folder is cropped
    /// again if it is announced afterwards.
    func names(_ outputs: Set<String>) async throws -> Bool {
        var missing = outputs
        while !missing.isEmpty {
            guard let line = try await lines(1).first else { return false }
            if let output = line.output { missing.remove(output) }
        }
        return true
    }

    /// Asks it to terminate, and returns the outputs that it has written besides those that were asked for.
    func stopped() async throws -> [String] {
        running.terminate()
        let rest = try await lines(.max).compactMap(\.output)
        return try await running.ended() == (0, false) ? rest : ["it ended badly"]
    }

    /// The rest of its standard error, once it has ended.
    func rest() async -> [String] { await errors.next(.max) }
}
