public import BoundedCrop
public import Observation

/// A terminal as a surface: pictures fill it as far as they can, in Kitty's graphics or in half blocks.
///
/// Drawing and writing run on a thread of their own, since a terminal may be slow; what has been overtaken by then is left out. Pictures are
/// shown at once, without transitions.
@MainActor @Observable public final class TerminalSurface: ImageSurface {
    /// How large the terminal is. Set it when that changes: what is shown is drawn anew.
    public var terminal: TerminalSize {
        didSet {
            guard terminal != oldValue else { return }
            draw()
            sizeDidChange?()
        }
    }
    /// How pictures are shown.
    public let graphics: TerminalGraphics
    /// The size in pixels as pictures see it.
    public var size: PixelSize { graphics.size(of: terminal) }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// Why the terminal was not drawn on; nil when it was.
    public private(set) var failure: (any Error)?

    private let write: @Sendable ([UInt8]) throws -> Void
    private let pen = WorkerPool(threadCount: 1)
    @ObservationIgnored private var content = ImageContent.nothing
    @ObservationIgnored private var showsActivityIndicator = false
    /// The picture that is being drawn, or waits to be.
    @ObservationIgnored private var drawing: Task<Void, Never>?
    /// What is written last.
    @ObservationIgnored private var last: Task<Void, Never>?

    /// A surface that writes to a terminal.
    /// - Parameter write: called on a thread that may block.
    public init(terminal: TerminalSize, graphics: TerminalGraphics, write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.terminal = terminal
        self.graphics = graphics
        self.write = write
    }

    /// Takes the whole screen, which is given back by `leave()`.
    public func enter() { put(TerminalText.enter) }

    /// Gives the screen back as it was before `enter()`, and returns when all is written.
    public func leave() async {
        drawing?.cancel()
        put((graphics == .kitty ? KittyGraphics.delete : "") + TerminalText.leave)
        await last?.value
    }

    /// Returns when what is shown now has been drawn.
    public func finishDrawing() async { await last?.value }

    /// Draws a picture, or nothing.
    public func show(_ content: ImageContent, _ transition: Transition) {
        self.content = content
        draw()
    }

    /// Shows or hides dots in the lower left corner.
    public func showActivityIndicator(_ isShown: Bool) {
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

    /// Has text made and written after all that was put before; what has been cancelled by then is left out.
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
