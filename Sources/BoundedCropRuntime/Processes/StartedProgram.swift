internal import CCalls
internal import CLibrary
internal import Synchronization

/// A program that was started with pipes as its standard input, output and error.
///
/// It leads a process group of its own. The group is killed and the program's status collected when this value goes away. Linux kills the
/// program when this process ends, however that happens.
struct StartedProgram: ~Copyable {
    private var input: ChildPipe
    private var output: ChildPipe
    private var error: ChildPipe
    private let identifier: pid_t
    /// The status, once it has been collected.
    private var collected: Int32?

    /// Descriptors are created and marked close-on-exec in two steps. No other child may start in between.
    private static let starting = Mutex(())

    /// Throws `ChildProgram.Failure.cannotStart`.
    /// - Parameter program: A path, or a name to look up in PATH.
    init(_ program: String, _ arguments: [String]) throws {
        var pipes: [ChildPipe] = []
        do {
            identifier = try Self.starting.withLock { _ in
                for _ in 0..<3 { pipes.append(try ChildPipe()) }
                return try Self.spawn(program, arguments, pipes)
            }
        } catch {
            for pipe in pipes { pipe.close() }
            throw error
        }
        (input, output, error) = (pipes[0], pipes[1], pipes[2])
        input.closeReader()
        input.writeInParts()
        output.closeWriter()
        error.closeWriter()
    }

    deinit {
        if collected == nil { _ = Self.kill(identifier) }
        input.close()
        output.close()
        error.close()
    }

    var isInputOpen: Bool { input.writer >= 0 }
    var isOutputOpen: Bool { output.reader >= 0 }
    var isErrorOpen: Bool { error.reader >= 0 }

    /// Lets the pipes hold much more, where that is allowed.
    func widenPipes() {
        bc_widen_pipe(input.writer)
        bc_widen_pipe(output.reader)
    }

    mutating func closeInput() {
        input.closeWriter()
    }

    /// Reads what is there, then writes what is possible, after waiting for either at most as long as given and at most 20 ms, so that
    /// callers can check for cancellation. Returns false if nothing happened.
    /// - Parameter sent: How much of the bytes has been written. When the program has closed its input, the rest counts as written.
    @discardableResult
    mutating func exchange(_ bytes: [UInt8], _ sent: inout Int, _ received: inout ReceivedBytes, waiting: Duration) -> Bool {
        let isSending = sent < bytes.count
        // poll ignores descriptors below zero, and reports a closed pipe even if it is asked for nothing.
        var events = [
            pollfd(fd: input.writer, events: isSending ? Int16(POLLOUT) : 0, revents: 0),
            pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: error.reader, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = waiting > .zero ? Int32(min(waiting, .milliseconds(19)) / .milliseconds(1)) + 1 : 0
        guard poll(&events, nfds_t(events.count), milliseconds) > 0 else { return false }
        if events[1].revents != 0, !output.read(into: &received.output) { output.closeReader() }
        if events[2].revents != 0, !error.read(into: &received.error) { error.closeReader() }
        if events[0].revents != 0 {
            if isSending, let count = input.write(bytes, from: sent) {
                sent = count
            } else {
                sent = bytes.count
                input.closeWriter()
            }
        }
        return true
    }

    /// Whether it has ended. Its status is kept, so that its number is not given to another process.
    var hasEnded: Bool {
        guard collected == nil else { return true }
        var information = siginfo_t()
        let code = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return code == 0 ? information.si_signo != 0 : errno == ECHILD
    }

    /// Returns the exit status if it has ended: 128 plus the signal's number if a signal ended it.
    mutating func status() -> Int32? {
        if collected == nil { collected = Self.status(of: identifier, WNOHANG) }
        return collected
    }

    /// Kills whatever is still running of it, and returns its status.
    @discardableResult
    mutating func stop() -> Int32 {
        let status = collected ?? Self.kill(identifier)
        collected = status
        return status
    }

    private static func kill(_ identifier: pid_t) -> Int32 {
        _ = CLibrary.kill(-identifier, SIGKILL)
        return status(of: identifier, 0) ?? 0
    }

    /// Returns the exit status once the program has ended, or nil if it is still running and the options say not to wait.
    private static func status(of identifier: pid_t, _ options: Int32) -> Int32? {
        var status: Int32 = 0
        var ended: pid_t
        repeat { ended = waitpid(identifier, &status, options) } while ended < 0 && errno == EINTR
        guard ended != 0 else { return nil }
        // The same decoding as the WIFSIGNALED family of macros.
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

extension StartedProgram {
    /// Starts a program with the ends of the pipes as its standard input, output and error.
    static func spawn(_ program: String, _ arguments: [String], _ pipes: [ChildPipe]) throws -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier = pid_t()
        let code = bc_start_program(program, &words, pipes[0].reader, pipes[1].writer, pipes[2].writer, &identifier)
        guard code == 0 else { throw ChildProgram.Failure.cannotStart(SystemError.text(code)) }
        return identifier
    }

    /// How long processors have worked for it; nil if it has ended.
    var processorTime: Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard !hasEnded, clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
