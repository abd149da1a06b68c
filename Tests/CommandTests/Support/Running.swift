import Foundation
import Glibc
import Synchronization

/// A running process.
struct Running: Sendable {
    private final class Flag: Sendable {
        let isRaised = Atomic(false)
    }

    let identifier: Int32
    private let end: AsyncStream<(Int32, Bool)>
    private let isOver = Flag()

    init(_ process: Process) throws {
        let (end, continuation) = AsyncStream<(Int32, Bool)>.makeStream()
        process.terminationHandler = { [isOver] process in
            isOver.isRaised.store(true, ordering: .releasing)
            continuation.yield((process.terminationStatus, process.terminationReason == .uncaughtSignal))
            continuation.finish()
        }
        try process.run()
        identifier = process.processIdentifier
        self.end = end
    }

    /// Sends the signal of Ctrl-C.
    func interrupt() { send(SIGINT) }

    /// Asks it to terminate, as service managers do.
    func terminate() { send(SIGTERM) }

    /// Kills it unconditionally.
    func kill() { send(SIGKILL) }

    /// Signals a new size of its terminal, as the system does for processes that the terminal started itself.
    func resized() { Glibc.kill(identifier, SIGWINCH) }

    /// Reads its file of this name in `/proc`.
    func proc(_ name: String) throws -> String { try String(contentsOfFile: "/proc/\(identifier)/\(name)", encoding: .utf8) }

    /// Resets its peak memory (proc(5), clear_refs).
    func resetPeak() throws { try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(identifier)/clear_refs")) }

    /// Waits for the end and returns the exit status, or the number of the signal that ended it.
    func ended() async -> (status: Int32, bySignal: Bool) {
        for await (status, bySignal) in end { return (status, bySignal) }
        return (-1, false)
    }

    /// After it has ended, its number may belong to another process.
    private func send(_ signal: Int32) {
        if !isOver.isRaised.load(ordering: .acquiring) { Glibc.kill(identifier, signal) }
    }
}
