import Foundation

/// A process under way.
struct Running: Sendable {
    private let identifier: Int32
    private let end: AsyncStream<(Int32, Bool)>

    init(_ process: Process) throws {
        let (end, continuation) = AsyncStream<(Int32, Bool)>.makeStream()
        process.terminationHandler = { process in
            continuation.yield((process.terminationStatus, process.terminationReason == .uncaughtSignal))
            continuation.finish()
        }
        try process.run()
        identifier = process.processIdentifier
        self.end = end
    }

    /// Presses Ctrl-C.
    func interrupt() { kill(identifier, SIGINT) }

    /// Tells that its terminal has another size, as the system does for a terminal that started the process itself.
    func resized() { kill(identifier, SIGWINCH) }

    /// Waits for the end: the exit status, or the number of the signal that ended it.
    func ended() async -> (status: Int32, bySignal: Bool) {
        for await (status, bySignal) in end { return (status, bySignal) }
        return (-1, false)
    }
}
