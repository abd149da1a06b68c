import BoundedCrop
import BoundedCropViews
import Synchronization
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct TerminalSurfaceTests {
    private final class Screen: Sendable {
        let written = Mutex<[String]>([])
        let gate = Gate()

        func take(_ bytes: [UInt8]) {
            gate.pass()
            written.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    private let screen = Screen()

    private func surface(_ graphics: TerminalGraphics = .blocks) -> TerminalSurface {
        TerminalSurface(terminal: TerminalSize(columns: 4, rows: 2), graphics: graphics) { [screen] in screen.take($0) }
    }

    @Test func aPictureFillsTheScreenLineByLine() async {
        screen.gate.open()
        let surface = surface()
        surface.show(.picture(Shade.red.picture(4, 4)), .none)
        await surface.finishDrawing()
        let line = "\u{1B}[48;2;200;55;77m    \u{1B}[0m"
        #expect(screen.written.withLock { $0 } == ["\u{1B}[1;1H\(line)\u{1B}[2;1H\(line)"])
    }

    @Test func anOvertakenPictureIsNotDrawnButTheScreenIsRestored() async {
        let surface = surface()
        surface.enter()
        surface.show(.picture(Shade.red.picture(4, 4)), .none)
        surface.show(.picture(Shade.green.picture(4, 4)), .none)
        surface.show(.picture(Shade.blue.picture(4, 4)), .none)
        screen.gate.open()
        await surface.finishDrawing()
        await surface.leave()
        let written = screen.written.withLock { $0 }
        #expect(written.first?.contains("?1049h") == true && written.last?.contains("?1049l") == true)
        #expect(!written.contains { $0.contains("2;200;55;77m") } && written.contains { $0.contains("2;60;195;77m") })
    }

    @Test func aNewSizeIsRedrawnAndReportedToTheView() async throws {
        screen.gate.open()
        let surface = surface()
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        view.image = Shade.green.picture(100, 100)
        try await Observing.until { view.plan?.aspect == AspectRatio(1, 1) }
        surface.terminal = TerminalSize(columns: 8, rows: 2)
        #expect(view.bounds == PixelSize(width: 8, height: 4))
        try await Observing.until { view.plan?.aspect == AspectRatio(2, 1) }
        await surface.finishDrawing()
        #expect(screen.written.withLock { $0.last }?.contains("\u{1B}[2;1H\u{1B}[48;2;120;135;77m        \u{1B}[0m") == true)
    }

    @Test func loadingIsIndicatedInTheCorner() async {
        screen.gate.open()
        let surface = surface()
        surface.showActivityIndicator(true)
        await surface.finishDrawing()
        #expect(screen.written.withLock { $0.last }?.hasSuffix("\u{1B}[2;1H...") == true)
        surface.showActivityIndicator(false)
        await surface.finishDrawing()
        #expect(screen.written.withLock { $0.last }?.contains("...") == false)
    }

    @Test func aTerminalThatCannotBeWrittenToIsReported() async {
        let surface = TerminalSurface(terminal: TerminalSize(columns: 4, rows: 2), graphics: .kitty) { _ in
            throw BoundedCropError(.unwritableFile, "gone")
        }
        surface.show(.nothing, .none)
        await surface.finishDrawing()
        #expect((surface.failure as? BoundedCropError)?.code == .unwritableFile)
    }
}
