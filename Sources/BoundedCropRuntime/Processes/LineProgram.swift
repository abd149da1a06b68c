/// A running program that answers each line of its standard input with one line of its standard output.
///
/// It is `@unchecked Sendable` because only the thread that borrowed it from its pool uses it.
package final class LineProgram: @unchecked Sendable {
    package enum Failure: Error {
        /// It ended without an answer, or closed its output; the status is nil if it did not end after that.
        case ended(status: Int32?)
        /// It wrote more than one line.
        case wroteMoreLines
        /// It wrote another line before it was given all of the next one, which it can therefore not be the answer to.
        case wroteUnasked
    }

    private var child: StartedProgram
    private let endLimit: Duration
    private var received = ReceivedBytes()
    /// How many lines it has answered.
    package private(set) var answerCount = 0

    private static let newline = UInt8(ascii: "\n")
    /// How long a program may usually take to end after it has closed its output.
    package static let usualEndLimit = Duration.milliseconds(500)

    /// Starts the program. Throws `ChildProgram.Failure.cannotStart`.
    /// - Parameters:
    ///   - program: A path, or a name to look up in PATH.
    ///   - endLimit: How long it may take to end after it has closed its output.
    package init(program: String, arguments: [String], endLimit: Duration = usualEndLimit) throws {
        child = try StartedProgram(program, arguments)
        self.endLimit = endLimit.bounded
    }

    /// Writes a line and returns the line that the program answers, both without the newline at their end.
    ///
    /// Throws `Failure`, `ChildProgram.Failure`, or `CancellationError` if the work on this thread is cancelled. The program is killed then,
    /// so that its late answer cannot be taken for that to another line.
    /// - Parameter line: Text without a newline.
    package func answer(to line: [UInt8], timeLimit: Duration) throws -> [UInt8] {
        do {
            let answer = try exchange(line + [Self.newline], until: .now + timeLimit.bounded)
            answerCount += 1
            return answer
        } catch {
            stop()
            throw error
        }
    }

    /// Whether it has answered a line.
    package var hasAnswered: Bool { answerCount > 0 }

    /// Whether it can be given another line: it is running, reads, and has written nothing since its last answer.
    package func isReady() -> Bool {
        exchange(waiting: .zero)
        return child.isInputOpen && child.isOutputOpen && received.output.isEmpty && !child.hasEnded
    }

    /// The last line of its standard error, of which the last 300 bytes are kept; nil if it wrote nothing.
    package var lastError: String? { received.error.lastLine }

    /// Tells the program to end.
    package func closeInput() {
        child.closeInput()
    }

    /// Waits until the program has ended, at most until the deadline, then kills what is left of it.
    package func end(by deadline: ContinuousClock.Instant) {
        closeInput()
        // Work that was cancelled ends its programs in the same way.
        Cancellation().perform { try? awaitEnd(by: deadline) }
        stop()
    }

    /// Kills the program and its process group.
    package func stop() {
        child.stop()
        // Reads its last words, but not without end if a process outside its group goes on writing.
        var parts = 64
        while parts > 0, exchange(waiting: .zero) { parts -= 1 }
    }

    private func exchange(_ input: [UInt8], until deadline: ContinuousClock.Instant) throws -> [UInt8] {
        var (sent, searched) = (0, 0)
        while true {
            try Cancellation.checkCurrent()
            let left = deadline - .now
            guard left > .zero else { throw ChildProgram.Failure.tookTooLong }
            let (hadEnded, isAsked) = (child.hasEnded, sent == input.count)
            let isQuiet = !exchange(input, &sent, waiting: left)
            let end = received.output[searched...].firstIndex(of: Self.newline)
            searched = end ?? received.output.count
            guard searched <= ChildProgram.mostOutput else { throw ChildProgram.Failure.wroteTooMuch }
            if end != nil {
                // What was written before all of this line was sent cannot be its answer, except that a first answer may come early.
                // The rest of the line is missing then, and no other line can follow.
                guard isAsked || !hasAnswered else { throw Failure.wroteUnasked }
                if !isAsked { closeInput() }
                return try takeAnswer(count: searched)
            }
            // Another process may keep the output of a program open that has ended.
            if !child.isOutputOpen || (hadEnded && isQuiet) { return try takeUnfinishedAnswer(until: deadline) }
        }
    }

    private func takeAnswer(count: Int) throws -> [UInt8] {
        exchange(waiting: .zero)
        guard received.output.count == count + 1 else { throw Failure.wroteMoreLines }
        defer { received.output = [] }
        return Array(received.output.prefix(count))
    }

    /// The last line before the output was closed, which may lack its newline if the program then ended well.
    private func takeUnfinishedAnswer(until deadline: ContinuousClock.Instant) throws -> [UInt8] {
        try awaitEnd(by: min(deadline, .now + endLimit))
        guard child.hasEnded else { throw Failure.ended(status: nil) }
        let status = child.stop()
        guard status == 0, !received.output.isEmpty else { throw Failure.ended(status: status) }
        defer { received.output = [] }
        return received.output
    }

    private func awaitEnd(by deadline: ContinuousClock.Instant) throws {
        while !child.hasEnded, deadline > .now {
            try Cancellation.checkCurrent()
            // Nobody asks for what it writes now.
            if child.isOutputOpen { received.output = [] }
            exchange(waiting: min(deadline - .now, .microseconds(500)))
        }
    }

    @discardableResult
    private func exchange(waiting: Duration) -> Bool {
        var sent = 0
        return exchange([], &sent, waiting: waiting)
    }

    private func exchange(_ input: [UInt8], _ sent: inout Int, waiting: Duration) -> Bool {
        defer { received.forgetOldErrors() }
        return child.exchange(input, &sent, &received, waiting: waiting)
    }
}
