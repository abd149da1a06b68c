import CLibrary
import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A running process. It is not one of Foundation's, which crash now and then in Swift 6.3: swift-corelibs-foundation, pull request 5472.
struct Running: Sendable {
    private final class Flag: Sendable {
        let isRaised = Atomic(false)
    }

    let identifier: Int32
    private let end: Task<TerminationStatus, any Error>
    private let isOver: Flag

    /// Starts a process. The streams stay open here; nil is `/dev/null`.
    init(
        _ executable: URL,
        _ arguments: [String],
        in folder: URL,
        environment: [String: String],
        input: FileHandle?,
        output: FileHandle?,
        errors: FileHandle?
    ) async throws {
        let (starts, start) = AsyncStream<Int32>.makeStream()
        let isOver = Flag()
        let end = Task {
            defer { start.finish() }
            let nothing = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
            defer { try? nothing.close() }
            let descriptor = { (handle: FileHandle?) in handle.map { FileDescriptor(rawValue: $0.fileDescriptor) } ?? nothing }
            let result = try await run(
                .path(FilePath(executable.path)),
                arguments: Arguments(arguments),
                environment: .inherit.updating(Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })),
                workingDirectory: FilePath(folder.path),
                input: .fileDescriptor(descriptor(input), closeAfterSpawningProcess: false),
                output: .fileDescriptor(descriptor(output), closeAfterSpawningProcess: false),
                error: .fileDescriptor(descriptor(errors), closeAfterSpawningProcess: false)
            ) { execution in
                start.yield(execution.processIdentifier.value)
                start.finish()
            }
            isOver.isRaised.store(true, ordering: .releasing)
            return result.terminationStatus
        }
        var started: Int32?
        for await identifier in starts { started = identifier }
        guard let started else {
            _ = try await end.value
            throw NotStarted()
        }
        (identifier, self.end, self.isOver) = (started, end, isOver)
    }

    struct NotStarted: Error {}

    /// Sends the signal of Ctrl-C.
    func interrupt() { send(SIGINT) }

    /// Asks it to terminate, as service managers do.
    func terminate() { send(SIGTERM) }

    /// Kills it unconditionally.
    func kill() { send(SIGKILL) }

    /// Signals a new size of its terminal, as the system does for processes that the terminal started itself.
    func resized() { CLibrary.kill(identifier, SIGWINCH) }

    /// Whether a signal is in one of the sets of its status: `SigIgn` are those that it ignores, `SigCgt` those that it catches, and `ShdPnd`
    /// those that it has yet to take.
    func has(_ signal: Int32, in set: String) -> Bool {
        let line = try? proc("status").split(separator: "\n").first { $0.hasPrefix(set + ":") }
        let bits = line.flatMap { UInt64($0.dropFirst(set.count + 2), radix: 16) } ?? 0
        return bits >> UInt64(signal - 1) & 1 == 1
    }

    var hasEnded: Bool { isOver.isRaised.load(ordering: .acquiring) }

    /// Reads its file of this name in `/proc`.
    func proc(_ name: String) throws -> String { try String(contentsOfFile: "/proc/\(identifier)/\(name)", encoding: .utf8) }

    /// Resets its peak memory (proc(5), clear_refs).
    func resetPeak() throws { try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(identifier)/clear_refs")) }

    /// Waits for the end and returns the exit status, or the number of the signal that ended it.
    func ended() async throws -> (status: Int32, bySignal: Bool) {
        switch try await end.value {
        case .exited(let status): (status, false)
        case .signaled(let signal): (signal, true)
        }
    }

    /// After it has ended, its number may belong to another process.
    private func send(_ signal: Int32) {
        if !hasEnded { CLibrary.kill(identifier, signal) }
    }
}
