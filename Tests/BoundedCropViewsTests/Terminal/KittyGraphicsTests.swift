import BoundedCrop
import Foundation
import Testing

@testable import BoundedCropViews

@Suite struct KittyGraphicsTests {
    /// The settings and the data of each command in a text.
    private func commands(_ text: String) -> [(settings: String, data: String)] {
        text.components(separatedBy: "\u{1B}_G").dropFirst().map { part in
            let body = part.components(separatedBy: "\u{1B}\\")[0].components(separatedBy: ";")
            return (body[0], body.count > 1 ? body[1] : "")
        }
    }

    @Test func pixelsAreSentUnpremultipliedInChunks() throws {
        var bytes: [UInt8] = []
        for index in 0..<60 * 40 { bytes += index % 2 == 0 ? [100, 50, 0, 128] : [UInt8(index % 251), 9, 8, 255] }
        let picture = try PixelBuffer(size: PixelSize(width: 60, height: 40), bytes: bytes)
        let commands = commands(KittyGraphics.transmit(picture))
        #expect(commands.map(\.settings) == ["a=T,f=32,s=60,v=40,C=1,q=2,m=1", "m=1", "m=1", "m=0"])
        #expect(commands.allSatisfy { $0.data.count <= 4096 })
        let sent = try #require(Data(base64Encoded: commands.map(\.data).joined()))
        #expect(sent.count == 60 * 40 * 4 && Array(sent.prefix(8)) == [199, 100, 0, 128, 1, 9, 8, 255])
    }

    @Test func aPictureIsCentered() throws {
        let terminal = TerminalSize(columns: 20, rows: 10, pixels: PixelSize(width: 200, height: 200))
        let wide = try TerminalGraphics.kitty.text(showing: Shade.red.picture(40, 10), in: terminal)
        #expect(wide.contains("\u{1B}[4;1H\u{1B}_Ga=T,f=32,s=200,v=50"))
        let high = try TerminalGraphics.kitty.text(showing: Shade.red.picture(10, 40), in: terminal)
        #expect(high.contains("\u{1B}[1;8H\u{1B}_Ga=T,f=32,s=50,v=200"))
        #expect(try !TerminalGraphics.kitty.text(showing: nil, in: terminal).contains("a=T"))
    }

    @Test func answersOfTerminalsAreParsed() {
        let (okay, attributes) = ("\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?62;c")
        func answer(_ text: String) -> (Bool, Bool) {
            (KittyGraphics.isAnswered(by: Array(text.utf8)), KittyGraphics.isKnown(by: Array(text.utf8)))
        }
        #expect(answer("") == (false, false))
        #expect(answer(okay) == (false, true))
        #expect(answer(okay + attributes) == (true, true))
        #expect(answer(attributes) == (true, false))
        #expect(answer("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\" + attributes) == (true, false))
        #expect(answer("\u{1B}[?6") == (false, false))
    }

    @Test(arguments: [(80, 24, 0, 0, 10, 20), (80, 24, 800, 240, 10, 10), (0, -4, 7, 9, 7, 9), (100, 10, 50, 5, 10, 20)])
    func cellsHaveASizeWhateverTheTerminalReports(columns: Int, rows: Int, width: Int, height: Int, cellWidth: Int, cellHeight: Int) {
        let size = TerminalSize(columns: columns, rows: rows, pixels: PixelSize(width: width, height: height))
        #expect(size.columns >= 1 && size.rows >= 1 && size.cell == PixelSize(width: cellWidth, height: cellHeight))
    }
}
