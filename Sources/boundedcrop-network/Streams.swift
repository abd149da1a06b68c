import Glibc

/// Standard output and standard error without buffering.
enum Streams {
    /// Whether the text could be written to standard output.
    static func write(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    static func say(_ line: String) { _ = write(line + "\n", to: STDERR_FILENO) }

    static func end(status: Int32) -> Never { exit(status) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
