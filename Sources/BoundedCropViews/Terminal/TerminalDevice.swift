internal import BoundedCrop
internal import Glibc
internal import Synchronization

/// A terminal by its descriptor: its size, what it can show, the keys that are pressed. Its methods may block.
public final class TerminalDevice: Sendable {
    private let descriptor: Int32
    /// As they were before keys were read; nil while they are not.
    private let settings = Mutex<termios?>(nil)

    /// The terminal that a descriptor leads to, which has to stay open; nil where it is none.
    public init?(descriptor: Int32) {
        guard isatty(descriptor) != 0 else { return nil }
        self.descriptor = descriptor
    }

    /// How large the terminal is now; 80 by 24 cells where it does not say.
    public var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        let pixels = PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel))
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row), pixels: pixels)
    }

    /// Writes all bytes. Throws `unwritableFile`.
    public func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw BoundedCropError(.unwritableFile, "the terminal cannot be written to: \(SystemError.text(errno))")
            }
            written += count
        }
    }

    /// How the terminal shows pictures best. It is asked, and has a time to answer, which all but the rarest do at once; without an answer it
    /// is taken for a plain one. Throws `unwritableFile`.
    public func graphics(timeout: Duration = .seconds(2)) throws -> TerminalGraphics {
        // Who is not in the foreground would be stopped for asking.
        let foreground = tcgetpgrp(descriptor)
        guard foreground < 0 || foreground == getpgrp() else { return .blocks }
        beginReadingKeys()
        defer { endReadingKeys() }
        try write(Array(KittyGraphics.query.utf8))
        let deadline = ContinuousClock.now + timeout
        var answer: [UInt8] = []
        while !KittyGraphics.isAnswered(by: answer), ContinuousClock.now < deadline, let part = readKeys(within: .milliseconds(20)) {
            answer += part
        }
        return KittyGraphics.isKnown(by: answer) ? .kitty : .blocks
    }

    /// Has keys come one by one, and not shown, until `endReadingKeys()`. Ctrl-C still interrupts.
    public func beginReadingKeys() {
        settings.withLock { settings in
            var current = termios()
            guard settings == nil, tcgetattr(descriptor, &current) == 0 else { return }
            settings = current
            current.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(descriptor, TCSANOW, &current)
        }
    }

    /// Gives the keyboard back as it was.
    public func endReadingKeys() {
        settings.withLock { settings in
            guard var before = settings.take() else { return }
            tcsetattr(descriptor, TCSANOW, &before)
        }
    }

    /// What was typed, as soon as there is any; nothing after this time, nil when nothing will come any more.
    public func readKeys(within time: Duration) -> [UInt8]? {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, Int32(time / .milliseconds(1))) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
