internal import CLibrary

/// A running program whose input and output are streams of any length, of which only what is asked for is in memory.
///
/// It is killed when it makes no progress, and when the last reference to it goes away. One thread uses it at a time.
package final class StreamingProgram {
    private var child: StartedProgram
    private var received = ReceivedBytes()
    private var patience: Patience
    private let hear: (String) -> Void

    /// How long it is waited for at once.
    private static let pause = Duration.milliseconds(20)

    /// Starts the program. Throws `ChildProgram.Failure.cannotStart`. All other functions throw `madeNoProgress` when it does nothing.
    /// - Parameters:
    ///   - program: A path, or a name to look up in PATH.
    ///   - patience: How long it may do nothing.
    ///   - hearing: Called with each line of its standard error, while something is read or written.
    package init(
        program: String,
        arguments: [String],
        patience: Patience = Patience(),
        hearing hear: @escaping (_ line: String) -> Void
    ) throws {
        child = try StartedProgram(program, arguments)
        child.widenPipes()
        self.patience = patience
        self.hear = hear
    }

    /// Waits for the next bytes of its standard output; returns fewer, or none, only at the end.
    ///
    /// Throws `CancellationError` if the work on this thread is cancelled.
    package func read(_ count: Int) throws -> [UInt8] {
        received.output.reserveCapacity(count + ReceivedBytes.mostAtOnce)
        while received.output.count < count, child.isOutputOpen { try exchange([], from: 0) }
        let rest = received.output.count - min(count, received.output.count)
        if rest == 0 {
            defer { received.output = [] }
            return received.output
        }
        let bytes = Array(received.output.prefix(count))
        received.output.removeFirst(count)
        return bytes
    }

    /// Waits until something more is heard, at most 20 ms. Returns false if nothing can be heard any more.
    package func listen() throws -> Bool {
        guard child.isErrorOpen || child.isOutputOpen else { return false }
        try exchange([], from: 0)
        return true
    }

    /// What it has written to its standard output and nobody has read.
    package func readWritten() -> [UInt8] {
        defer { received.output = [] }
        return received.output
    }

    /// Writes bytes to its standard input. Returns false if it no longer reads them.
    ///
    /// Throws `CancellationError` if the work on this thread is cancelled.
    package func write(_ bytes: [UInt8]) throws -> Bool {
        var sent = 0
        while sent < bytes.count, child.isInputOpen { sent = try exchange(bytes, from: sent) }
        return child.isInputOpen
    }

    /// Whether the program reads its standard input, as far as is known.
    package var isInputOpen: Bool { child.isInputOpen }

    /// Tells the program that there is no more input.
    package func closeInput() { child.closeInput() }

    /// Waits until it has closed its outputs and ended. Returns its exit status, or 128 plus the number of the signal that ended it.
    ///
    /// Throws `CancellationError` if the work on this thread is cancelled.
    package func end() throws -> Int32 {
        closeInput()
        while try listen() { received.output = [] }
        while true {
            if let status = child.status() { return status }
            try Cancellation.checkCurrent()
            usleep(1000)
            try waitedInVain(.milliseconds(1))
        }
    }

    @discardableResult
    private func exchange(_ bytes: [UInt8], from start: Int) throws -> Int {
        try Cancellation.checkCurrent()
        var sent = start
        if child.exchange(bytes, &sent, &received, waiting: Self.pause) { patience.progressed() } else { try waitedInVain(Self.pause) }
        while let newline = received.error.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            hear(String(decoding: received.error[..<newline], as: UTF8.self))
            received.error.removeFirst(newline + 1)
        }
        // A line without an end is as good as none.
        if received.error.count > 1_000_000 { received.error = [] }
        if !child.isErrorOpen, !received.error.isEmpty {
            hear(String(decoding: received.error, as: UTF8.self))
            received.error = []
        }
        return sent
    }

    private func waitedInVain(_ duration: Duration) throws {
        do {
            try patience.waitedInVain(duration) { child.processorTime }
        } catch {
            child.stop()
            throw error
        }
    }
}
