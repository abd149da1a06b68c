import Foundation
import Glibc
import Synchronization

/// A process under way.
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

    /// Presses Ctrl-C.
    func interrupt() { send(SIGINT) }

    /// Asks it to end, as service managers do.
    func terminate() { send(SIGTERM) }

    /// Ends it, whatever it thinks of that.
    func kill() { send(SIGKILL) }

    /// Tells that its terminal has another size, as the system does for a terminal that started the process itself.
    func resized() { Glibc.kill(identifier, SIGWINCH) }

    /// Waits for the end: the exit status, or the number of the signal that ended it.
    func ended() async -> (status: Int32, bySignal: Bool) {
        for await (status, bySignal) in end { return (status, bySignal) }
        return (-1, false)
    }

    /// Once it is over, its number may be another process's.
    private func send(_ signal: Int32) {
        if !isOver.isRaised.load(ordering: .acquiring) { Glibc.kill(identifier, signal) }
    }
}
