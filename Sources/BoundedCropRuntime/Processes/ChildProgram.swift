internal import Glibc
internal import Synchronization

/// Runs another program with input and output as bytes and a time limit.
package struct ChildProgram {
    package struct Output {
        /// The exit status, or 128 plus the signal number if a signal ended the program.
        package var status: Int32
        package var standardOutput: [UInt8]
        package var standardError: [UInt8]
    }

    package enum Failure: Error {
        case cannotStart(String)
        case tookTooLong
        case wroteTooMuch
    }

    let program: String
    let arguments: [String]

    /// - Parameter program: A path, or a name to look up in PATH.
    package init(program: String, arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// The maximum number of bytes that the program may write to each of its outputs.
    private static let mostOutput = 16_000_000
    /// Descriptors are created and marked close-on-exec in two steps. No other child may start in between.
    private static let starting = Mutex(())

    /// The longest interval between cancellation checks.
    private static let pause = Duration.milliseconds(20)
    /// The longest duration that is added to the clock's time, to avoid overflow.
    private static let longestTimeLimit = Duration.seconds(1_000_000_000)

    /// Throws `Failure`, or `CancellationError` if the work on this thread is cancelled. In both cases, and when the time limit is reached,
    /// the program and everything in its process group are killed.
    package func run(input: [UInt8], timeLimit: Duration) throws -> Output {
        var pipes: [ChildPipe] = []
        defer { for pipe in pipes { pipe.close() } }
        let identifier = try Self.starting.withLock { _ in
            for _ in 0..<3 { pipes.append(try ChildPipe()) }
            return try start(pipes)
        }
        pipes[0].closeReader()
        pipes[1].closeWriter()
        pipes[2].closeWriter()
        var isReaped = false
        defer {
            if !isReaped {
                kill(-identifier, SIGKILL)
                _ = Self.status(of: identifier, 0)
            }
        }
        let deadline = ContinuousClock.now.advanced(by: min(timeLimit, Self.longestTimeLimit))
        let (output, error) = try exchange(input, &pipes, until: deadline)
        let status = try Self.wait(for: identifier, until: deadline)
        isReaped = true
        return Output(status: status, standardOutput: output, standardError: error)
    }

    private func start(_ pipes: [ChildPipe]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0].reader, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[1].writer, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[2].writer, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        // A worker thread may block signals, and a server may ignore SIGPIPE. The child would inherit both.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, program, &actions, &attributes, &words, environ)
        guard code == 0 else { throw Failure.cannotStart(SystemError.text(code)) }
        return identifier
    }

    /// Writes the program's input and collects its output until it has closed both outputs.
    private func exchange(
        _ input: [UInt8],
        _ pipes: inout [ChildPipe],
        until deadline: ContinuousClock.Instant
    ) throws -> (output: [UInt8], error: [UInt8]) {
        var outputs: [[UInt8]] = [[], []]
        var isOpen = [true, true]
        var sent = 0
        while isOpen.contains(true) {
            try Cancellation.checkCurrent()
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw Failure.tookTooLong }
            // poll ignores descriptors below zero.
            var events = [
                pollfd(fd: sent < input.count ? pipes[0].writer : -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOpen[0] ? pipes[1].reader : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen[1] ? pipes[2].reader : -1, events: Int16(POLLIN), revents: 0),
            ]
            let milliseconds = min(left, Self.pause) / .milliseconds(1)
            guard poll(&events, nfds_t(events.count), Int32(milliseconds) + 1) >= 0 || errno == EINTR else { continue }
            if events[0].revents != 0 {
                // A program may stop reading before it has received all of its input.
                sent = pipes[0].write(input, from: sent) ?? input.count
                if sent == input.count { pipes[0].closeWriter() }
            }
            for index in 0...1 where events[index + 1].revents != 0 {
                isOpen[index] = pipes[index + 1].read(into: &outputs[index])
                guard outputs[index].count <= Self.mostOutput else { throw Failure.wroteTooMuch }
            }
        }
        return (outputs[0], outputs[1])
    }

    /// Returns the status of a program that has closed its outputs. It usually exits at once, but may keep running.
    private static func wait(for identifier: pid_t, until deadline: ContinuousClock.Instant) throws -> Int32 {
        var pause: UInt32 = 50
        while true {
            if let status = status(of: identifier, WNOHANG) { return status }
            try Cancellation.checkCurrent()
            guard ContinuousClock.now < deadline else { throw Failure.tookTooLong }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
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
