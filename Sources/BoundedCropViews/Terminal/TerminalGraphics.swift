package import BoundedCrop
internal import BoundedCropEffects

/// How a terminal shows pictures.
package enum TerminalGraphics: String, Hashable, Sendable, CaseIterable {
    /// Two pixels per cell, one above the other, as half blocks in 24-bit color. Works in every modern terminal.
    case blocks
    /// Pixels, with the graphics protocol of Kitty, which other terminals also support.
    case kitty

    /// Returns the size of a terminal in pixels.
    package func size(of terminal: TerminalSize) -> PixelSize {
        switch self {
        case .blocks:
            PixelSize(width: terminal.columns, height: terminal.rows * 2)
        case .kitty:
            PixelSize(width: terminal.columns * terminal.cell.width, height: terminal.rows * terminal.cell.height)
        }
    }

    /// Returns the text that shows a picture, whole and centered, from the terminal's top left corner, overwriting the previous content.
    ///
    /// Throws `invalidArgument` if the terminal is too large to draw on.
    func text(showing picture: PixelBuffer?, in terminal: TerminalSize) throws -> String {
        let size = size(of: terminal)
        let fitted = try picture?.croppedAndScaled(to: size, contentMode: .aspectFit, padToFit: self == .blocks)
        return switch self {
        case .blocks:
            HalfBlocks.lines(of: fitted ?? PixelBuffer(size: size)).enumerated()
                .map { TerminalText.move(row: $0, column: 0) + $1 }.joined()
        case .kitty:
            TerminalText.clear + KittyGraphics.delete + (fitted.map { KittyGraphics.text(showing: $0, in: terminal) } ?? "")
        }
    }
}

/// Control sequences (ECMA-48, and xterm's for the alternate screen).
enum TerminalText {
    static let clear = "\u{1B}[H\u{1B}[2J"
    static let enter = "\u{1B}[?1049h\u{1B}[?25l" + clear
    static let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Rows and columns count from 0.
    static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
