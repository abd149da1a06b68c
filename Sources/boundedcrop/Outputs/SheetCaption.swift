import BoundedCrop
import BoundedCropEffects
import BoundedCropEvaluation

/// The name of a picture's file, below it on a contact sheet. It is drawn as an SVG, by librsvg.
struct SheetCaption: Sendable {
    private let cell: PixelSize
    private let isLight: Bool
    private let letterHeight: Int

    /// - Parameters:
    ///   - cell: The space for a picture and its caption.
    ///   - background: What is behind the text.
    /// - Throws: `invalidArgument` if the cells are too small, and `unsupportedFormat` without librsvg.
    init(in cell: PixelSize, on background: Color) throws {
        (self.cell, letterHeight) = (cell, max(9, min(cell.width / 16, cell.height / 8)))
        isLight = background.alpha > 0.5 && 0.3 * background.red + 0.59 * background.green + 0.11 * background.blue < 0.5
        guard cell.width >= 40, cell.height >= 40 else {
            throw BoundedCropError(.invalidArgument, "cells of \(cell) pixels have no room for captions, which need 40x40")
        }
        _ = try picture(of: "")
    }

    /// The space for the picture alone.
    var room: PixelSize { PixelSize(width: cell.width, height: cell.height - height) }

    private var height: Int { letterHeight * 3 / 2 }

    /// A whole cell: the picture with its name below.
    func adding(_ name: String, to picture: PixelBuffer) throws -> PixelBuffer {
        var whole = try PixelBuffer(size: cell, color: .clear)
        try whole.draw(picture, x: (cell.width - picture.width) / 2, y: (room.height - picture.height) / 2)
        try whole.draw(self.picture(of: name), x: 0, y: room.height)
        return whole
    }

    private func picture(of name: String) throws -> PixelBuffer {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(cell.width)" height="\(height)">\
            <text x="50%" y="\(letterHeight * 11 / 10)" font-family="sans-serif" font-size="\(letterHeight)" text-anchor="middle" \
            fill="\(isLight ? "white" : "black")">\(HTML.escaped(shortened(name.printable)))</text></svg>
            """
        return try ImageSource(bytes: Array(text.utf8)).pixels()
    }

    /// Names that are too long lose their middle: what tells them apart is at an end. XML does not allow all characters.
    private func shortened(_ name: String) -> String {
        let name = String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.properties.isNoncharacterCodePoint }))
        // Most letters are at most this wide.
        let most = cell.width * 10 / (letterHeight * 6)
        return name.count <= most ? name : "\(name.prefix(most - most / 2 - 1))…\(name.suffix(most / 2))"
    }
}
