import BoundedCrop
import CLibrary

/// Standard output without buffering: each line appears when it is printed.
enum StandardOutput {
    /// Prints a line of results. A full disk ends the command, because an incomplete list is worse than none.
    static func print(_ line: String) throws {
        do {
            try write(Array((line + "\n").utf8))
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }

    /// Throws `unwritableFile`, or an `ExitStatus` without a message if the reader has closed the pipe.
    static func write(_ bytes: [UInt8]) throws {
        guard !Descriptor.write(bytes, to: STDOUT_FILENO) else { return }
        let code = errno
        if code == EPIPE { throw ExitStatus.readerLeft }
        throw BoundedCropError(.unwritableFile, "standard output cannot be written: \(SystemError.text(code))")
    }

    /// Throws an `ExitStatus` without a message if the reader has closed the pipe.
    static func checkReader() throws {
        var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        if poll(&state, 1, 0) > 0, state.revents & Int16(POLLERR) != 0 { throw ExitStatus.readerLeft }
    }
}

enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 }

    /// Whether a line can be erased and written again.
    static var understandsEscapes: Bool {
        isTerminal && Environment.variables["TERM"] != "dumb"
    }

    /// The width of the terminal in characters; 80 if it does not say.
    static var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    static func print(_ line: String) { write(line + "\n") }

    static func write(_ text: String) {
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }
}

extension StringProtocol {
    /// The text with its control characters written as escapes, so that a file's name cannot move a terminal's cursor, or break a line.
    var printable: String {
        unicodeScalars.contains(where: Self.isControl)
            ? unicodeScalars.map { Self.isControl($0) ? Self.escape($0) : String($0) }.joined() : String(self)
    }

    /// Controls of ASCII and Latin-1, separators of lines, and characters that turn the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
