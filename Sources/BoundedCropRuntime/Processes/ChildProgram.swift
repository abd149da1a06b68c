internal import CLibrary

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
        /// It did nothing for so long.
        case madeNoProgress(Duration)
    }

    let program: String
    let arguments: [String]

    /// - Parameter program: A path, or a name to look up in PATH.
    package init(program: String, arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// The maximum number of bytes that the program may write to each of its outputs.
    static let mostOutput = 16_000_000

    /// Throws `Failure`, or `CancellationError` if the work on this thread is cancelled. In both cases, and when the time limit is reached,
    /// the program and everything in its process group are killed.
    package func run(input: [UInt8], timeLimit: Duration) throws -> Output {
        var child = try StartedProgram(program, arguments)
        let deadline = ContinuousClock.now + timeLimit.bounded
        let received = try Self.exchange(input, with: &child, until: deadline)
        let status = try Self.wait(for: &child, until: deadline)
        return Output(status: status, standardOutput: received.output, standardError: received.error)
    }

    /// Writes the program's input and collects its output until it has closed both outputs.
    private static func exchange(
        _ input: [UInt8],
        with child: inout StartedProgram,
        until deadline: ContinuousClock.Instant
    ) throws -> ReceivedBytes {
        var received = ReceivedBytes()
        var sent = 0
        while child.isOutputOpen || child.isErrorOpen {
            try Cancellation.checkCurrent()
            let left = deadline - .now
            guard left > .zero else { throw Failure.tookTooLong }
            if sent == input.count { child.closeInput() }
            child.exchange(input, &sent, &received, waiting: left)
            guard received.output.count <= mostOutput, received.error.count <= mostOutput else { throw Failure.wroteTooMuch }
        }
        return received
    }

    /// Returns the status of a program that has closed its outputs. It usually exits at once, but may keep running.
    private static func wait(for child: inout StartedProgram, until deadline: ContinuousClock.Instant) throws -> Int32 {
        var pause: UInt32 = 50
        while true {
            if let status = child.status() { return status }
            try Cancellation.checkCurrent()
            guard .now < deadline else { throw Failure.tookTooLong }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
    }
}

extension [UInt8] {
    /// The maximum number of bytes of a program's standard error that messages quote.
    static let mostQuoted = 300

    /// The last line of a program's standard error, or its last 300 bytes, for messages; nil if there is none.
    package var lastLine: String? {
        String(decoding: suffix(Self.mostQuoted), as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
    }
}
