internal import BoundedCrop
internal import FoundationEssentials

/// The Kitty terminal graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol).
enum KittyGraphics {
    /// Deletes all pictures from the screen and from the terminal's memory.
    static let delete = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    /// Asks whether the terminal supports the protocol, then for its attributes, which every terminal reports.
    static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"

    /// The text that shows a picture centered in the terminal, one picture pixel per terminal pixel.
    static func text(showing picture: PixelBuffer, in terminal: TerminalSize) -> String {
        let size = TerminalGraphics.kitty.size(of: terminal)
        let column = max(0, size.width - picture.width) / 2 / terminal.cell.width
        let row = max(0, size.height - picture.height) / 2 / terminal.cell.height
        return TerminalText.move(row: row, column: column) + transmit(picture)
    }

    /// The text that shows a picture at the cursor without moving it: straight (non-premultiplied) RGBA in base64, in chunks of at most
    /// 4096 characters.
    static func transmit(_ picture: PixelBuffer) -> String {
        let letters = Array(Data(picture.straightBytes).base64EncodedString().utf8)
        var text = ""
        for start in stride(from: 0, to: letters.count, by: 4096) {
            let end = min(start + 4096, letters.count)
            let settings = start == 0 ? "a=T,f=32,s=\(picture.width),v=\(picture.height),C=1,q=2," : ""
            text += "\u{1B}_G\(settings)m=\(end < letters.count ? 1 : 0);"
            text += String(decoding: letters[start..<end], as: UTF8.self) + "\u{1B}\\"
        }
        return text
    }

    /// Whether a reply to `query` is complete: the attributes come last.
    static func isAnswered(by answer: [UInt8]) -> Bool {
        let text = String(decoding: answer, as: UTF8.self)
        guard let attributes = text.firstRange(of: "\u{1B}[?") else { return false }
        return text[attributes.upperBound...].contains("c")
    }

    /// Whether the reply says that the terminal supports the protocol.
    static func isKnown(by answer: [UInt8]) -> Bool {
        String(decoding: answer, as: UTF8.self).contains("\u{1B}_Gi=31;OK")
    }
}
