import BoundedCrop
import Testing

@testable import BoundedCropEffects

@Suite(.timeLimit(.minutes(15))) struct BorderTests {
    @Test func `a border has its widths and its color, and the picture stays`() throws {
        let picture = try Pictures.noise(5, 4, opaque: false)
        let bordered = try picture.applying([.border(top: 1, right: 2, bottom: 3, left: 4, color: .red)])
        #expect(bordered.size == PixelSize(width: 11, height: 8))
        for y in 0..<8 {
            for x in 0..<11 {
                let pixel = Array(bordered.bytes[(y * 11 + x) * 4..<(y * 11 + x) * 4 + 4])
                let (column, row) = (x - 4, y - 1)
                let isInside = (0..<5).contains(column) && (0..<4).contains(row)
                #expect(pixel == (isInside ? Array(picture.bytes[(row * 5 + column) * 4..<(row * 5 + column) * 4 + 4]) : [255, 0, 0, 255]))
            }
        }
    }

    @Test func `a border below 0 or beyond the limits is refused`() throws {
        let picture = try Pictures.noise(5, 4)
        for (top, left) in [(-1, 0), (0, -1), (0, .max), (.max, .max), (70_000, 0)] {
            let border = Border(top: top, right: 0, bottom: 0, left: left)
            #expect(throws: BoundedCropError.self) { try picture.applying([border]) }
            #expect(border.footprint(on: picture.size).workingBytes >= 0)
        }
    }

    @Test(arguments: [(Overlay.Position.fromStart(1), 1), (.fromEnd(2), 3), (.center, 2), (.fromCenter(1), 3), (.fromCenter(-9), -7)])
    func `a filled ground has the picture where it is placed`(position: Overlay.Position, column: Int) throws {
        let picture = try Pictures.noise(5, 4)
        let filled = try picture.applying([Fill(to: PixelSize(width: 10, height: 4), with: .color(.red), x: position)])
        for x in 0..<10 {
            let pixel = Array(filled.bytes[x * 4..<x * 4 + 4])
            let inside = x - column
            #expect(pixel == ((0..<5).contains(inside) ? Array(picture.bytes[inside * 4..<inside * 4 + 4]) : [255, 0, 0, 255]), "\(x)")
        }
    }
}
