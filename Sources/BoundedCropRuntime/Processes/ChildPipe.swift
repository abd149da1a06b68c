internal import CLibrary

/// A pipe whose ends are closed in child processes unless they are passed on explicitly.
struct ChildPipe {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ChildProgram.Failure.cannotStart(SystemError.text(errno)) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    mutating func closeReader() {
        if reader >= 0 { CLibrary.close(reader) }
        reader = -1
    }

    mutating func closeWriter() {
        if writer >= 0 { CLibrary.close(writer) }
        writer = -1
    }

    func close() {
        var ends = self
        ends.closeReader()
        ends.closeWriter()
    }

    /// Makes writing return with what the pipe accepts at once, instead of waiting until the reader has taken it.
    func writeInParts() {
        _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
    }

    /// Writes some of the bytes from `start` on. Returns the total number written so far, or nil if the reader has closed the pipe or the
    /// write failed.
    func write(_ bytes: [UInt8], from start: Int) -> Int? {
        // Writing to a pipe without a reader raises SIGPIPE, which would end the process. The signal is blocked here and discarded.
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        sigaddset(&held, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let written = bytes.withUnsafeBytes { CLibrary.write(writer, $0.baseAddress?.advanced(by: start), bytes.count - start) }
        if written >= 0 { return start + written }
        if errno == EINTR || errno == EAGAIN { return start }
        if errno == EPIPE {
            var none = timespec(tv_sec: 0, tv_nsec: 0)
            sigtimedwait(&held, nil, &none)
        }
        return nil
    }

    /// Reads what is available. Returns false at the end.
    func read(into bytes: inout [UInt8]) -> Bool {
        var count = 0
        let part = [UInt8](unsafeUninitializedCapacity: ReceivedBytes.mostAtOnce) { buffer, initialized in
            count = CLibrary.read(reader, buffer.baseAddress, buffer.count)
            initialized = max(0, count)
        }
        bytes += part
        return count > 0 || (count < 0 && errno == EINTR)
    }
}

/// What a program has written.
struct ReceivedBytes {
    /// How many bytes are read in one call at the most.
    static let mostAtOnce = 65_536

    var output: [UInt8] = []
    var error: [UInt8] = []

    /// Keeps only as much of the standard error as messages quote.
    mutating func forgetOldErrors() {
        if error.count > [UInt8].mostQuoted { error.removeFirst(error.count - [UInt8].mostQuoted) }
    }
}
