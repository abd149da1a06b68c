import Foundation
import TestSupport

/// A line that `boundedcrop worker` answers.
struct WorkerLine {
    let fields: [String: Any]

    var id: String { fields["id"].map { "\($0)" } ?? "" }
    var results: [[String: Any]] { fields["results"] as? [[String: Any]] ?? [] }
    var code: String? { (fields["error"] as? [String: String])?["code"] }
    var message: String { (fields["error"] as? [String: String])?["message"] ?? "" }

    init(_ text: String) throws { fields = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:] }
}

extension Command.Outcome {
    /// The answers of a worker, without its greeting.
    func answers() throws -> [WorkerLine] { try lines.dropFirst().map(WorkerLine.init) }
}

extension TemporaryFolder {
    /// Gives a worker lines and returns what it printed.
    func worker(_ lines: [String], _ options: String = "") async throws -> Command.Outcome {
        try await boundedcrop("worker \(options)", input: lines.flatMap { Array($0.utf8) + [10] })
    }
}

/// Runs what waits for another process on a thread of its own, so that no other test waits with it.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}

/// A worker whose input stays open.
final class RunningWorker: Sendable {
    let running: Running
    private let input: Pipe
    private let output: PipeLines

    init(in folder: URL, _ options: [String] = []) async throws {
        let (input, output) = (Pipe(), Pipe())
        (self.input, self.output) = (input, PipeLines(output))
        running = try await Command.start(
            ["worker"] + options,
            in: folder,
            input: input.fileHandleForReading,
            output: output.fileHandleForWriting
        )
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    func send(_ text: String) async throws {
        try await onThread { [input] in try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    }

    func closeInput() throws { try input.fileHandleForWriting.close() }
    func closeOutput() throws { try output.close() }

    /// The next lines. Fewer if the output ends.
    func lines(_ count: Int) async -> [String] { await output.next(count) }
}
