package import BoundedCrop
internal import Observation

/// A terminal as a surface. Pictures are fitted to it, as Kitty graphics or half blocks.
///
/// Drawing and writing run on a separate thread, because terminals can be slow; outdated drawings are skipped. Pictures appear immediately,
/// without transitions.
@MainActor @Observable package final class TerminalSurface: ImageSurface {
    /// The size of the terminal. Set it when the terminal is resized; the current content is redrawn.
    package var terminal: TerminalSize {
        didSet {
            guard terminal != oldValue else { return }
            draw()
            sizeDidChange?()
        }
    }
    /// How pictures are shown.
    package let graphics: TerminalGraphics
    /// The size in pixels.
    package var size: PixelSize { graphics.size(of: terminal) }
    /// Called after `size` has changed.
    @ObservationIgnored package var sizeDidChange: (@MainActor () -> Void)?
    /// The last error of drawing on the terminal; nil if there was none.
    package private(set) var failure: (any Error)?

    private let write: @Sendable ([UInt8]) throws -> Void
    private let pen = WorkerPool(threadCount: 1)
    @ObservationIgnored private var content = ImageContent.nothing
    @ObservationIgnored private var showsActivityIndicator = false
    /// The drawing in progress or waiting.
    @ObservationIgnored private var drawing: Task<Void, Never>?
    /// The last write that was queued.
    @ObservationIgnored private var last: Task<Void, Never>?

    /// Creates a surface that writes to a terminal.
    /// - Parameters:
    ///   - terminal: The size of the terminal.
    ///   - graphics: How pictures are shown.
    ///   - write: Writes bytes to the terminal; called on a thread that may block.
    package init(terminal: TerminalSize, graphics: TerminalGraphics, write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.terminal = terminal
        self.graphics = graphics
        self.write = write
    }

    /// Switches to the alternate screen. `leave()` restores the previous one.
    package func enter() { put(TerminalText.enter) }

    /// Restores the screen as it was before `enter()`, and returns when everything is written.
    package func leave() async {
        drawing?.cancel()
        put((graphics == .kitty ? KittyGraphics.delete : "") + TerminalText.leave)
        await last?.value
    }

    /// Waits until the current content is drawn.
    package func finishDrawing() async { await last?.value }

    /// Draws the content.
    package func show(_ content: ImageContent, _ transition: Transition) {
        self.content = content
        draw()
    }

    /// Shows or hides dots in the lower left corner.
    package func showActivityIndicator(_ isShown: Bool) {
        showsActivityIndicator = isShown
        draw()
    }

    private func draw() {
        let (pixels, graphics, terminal) = (content.pixels, graphics, terminal)
        let sign = showsActivityIndicator ? TerminalText.move(row: terminal.rows - 1, column: 0) + "..." : ""
        drawing?.cancel()
        drawing = put { try graphics.text(showing: pixels, in: terminal) + sign }
    }

    private func put(_ text: String) { put { text } }

    /// Queues text to be made and written after everything queued before. Cancelled text is skipped.
    @discardableResult private func put(_ text: @escaping @Sendable () throws -> String) -> Task<Void, Never> {
        let (before, pen, write) = (last, pen, write)
        let task = Task { [weak self] in
            await before?.value
            do {
                try await pen.run { _ in try write(Array(text().utf8)) }
            } catch {
                if !(error is CancellationError) { self?.failure = error }
            }
        }
        last = task
        return task
    }
}
