package import BoundedCrop
internal import CLibrary
internal import Synchronization

/// A terminal identified by its descriptor: its size, its graphics support and its keyboard input. Its methods may block.
package final class TerminalDevice: Sendable {
    private let descriptor: Int32
    /// The settings before `beginReadingKeys()`; nil while keys are not being read.
    private let settings = Mutex<termios?>(nil)

    /// Creates a terminal from a descriptor, which must stay open. Returns nil if the descriptor is not a terminal.
    package init?(descriptor: Int32) {
        guard isatty(descriptor) != 0 else { return nil }
        self.descriptor = descriptor
    }

    /// The current size; 80 by 24 cells if the terminal does not report it.
    package var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        let pixels = PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel))
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row), pixels: pixels)
    }

    /// Writes all bytes.
    /// - Throws: `unwritableFile`.
    package func write(_ bytes: [UInt8]) throws {
        guard Descriptor.write(bytes, to: descriptor) else {
            throw BoundedCropError(.unwritableFile, "cannot write to the terminal: \(SystemError.text(errno))")
        }
    }

    /// Queries how the terminal can show pictures. Almost all terminals reply immediately; without a reply before the timeout,
    /// ``TerminalGraphics/blocks`` is assumed.
    /// - Parameter timeout: How long to wait for the reply.
    /// - Throws: `unwritableFile`.
    package func graphics(timeout: Duration = .seconds(2)) throws -> TerminalGraphics {
        // A background process would be stopped for querying the terminal.
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

    /// Makes keys available one by one, without echo, until `endReadingKeys()`. Ctrl-C still interrupts.
    package func beginReadingKeys() {
        settings.withLock { settings in
            var current = termios()
            guard settings == nil, tcgetattr(descriptor, &current) == 0 else { return }
            settings = current
            current.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(descriptor, TCSANOW, &current)
        }
    }

    /// Restores the keyboard settings.
    package func endReadingKeys() {
        settings.withLock { settings in
            guard var before = settings.take() else { return }
            tcsetattr(descriptor, TCSANOW, &before)
        }
    }

    /// Waits for keyboard input and returns it. Returns an empty array if there is none within this time, and nil at the end of input.
    package func readKeys(within time: Duration) -> [UInt8]? {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, Int32(time / .milliseconds(1))) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}

/// The size of a terminal in cells, and in pixels if it reports them.
package struct TerminalSize: Hashable, Sendable {
    /// The number of columns; at least 1.
    package let columns: Int
    /// The number of rows; at least 1.
    package let rows: Int
    /// The size of a cell in pixels; 10x20 if the terminal does not report it.
    package let cell: PixelSize

    /// Creates a size. Columns and rows are clamped to 1...10000.
    /// - Parameters:
    ///   - columns: The number of columns.
    ///   - rows: The number of rows.
    ///   - pixels: The size of the whole terminal in pixels; nil if unknown.
    package init(columns: Int, rows: Int, pixels: PixelSize? = nil) {
        let (columns, rows) = (min(max(1, columns), 10_000), min(max(1, rows), 10_000))
        self.columns = columns
        self.rows = rows
        let cell = pixels.map { PixelSize(width: $0.width / columns, height: $0.height / rows) }
        self.cell = cell.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } ?? PixelSize(width: 10, height: 20)
    }
}
