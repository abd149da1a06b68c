import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ContactSheetTests {
    private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * picture.width + x) * 4
        return Array(picture.bytes[start..<(start + 4)])
    }

    @Test func picturesAreCenteredInTheirCellsRowByRow() throws {
        let red = PixelBuffer(size: PixelSize(width: 2, height: 2), filledWith: (255, 0, 0, 255))
        let half = PixelBuffer(size: PixelSize(width: 4, height: 4), filledWith: (0, 0, 128, 128))
        let sheet = try ContactSheet.picture(of: [red, half, red], cell: PixelSize(width: 4, height: 4), columns: 2, gap: 1)
        #expect(sheet.size == PixelSize(width: 11, height: 11))
        #expect(pixel(sheet, 0, 0) == [255, 255, 255, 255])
        #expect(pixel(sheet, 1, 1) == [255, 255, 255, 255])
        #expect(pixel(sheet, 2, 2) == [255, 0, 0, 255])
        #expect(pixel(sheet, 6, 1) == [127, 127, 255, 255])
        #expect(pixel(sheet, 3, 8) == [255, 0, 0, 255])
        #expect(pixel(sheet, 8, 8) == [255, 255, 255, 255])
    }

    /// The size of a page, its columns and rows (0 for as many as fit), and the size of its cells and how many pictures it has room for.
    @Test(arguments: [
        ((100, 200), 2, 0, (37, 40), 8), ((200, 100), 2, 0, (87, 80), 2), ((100, 100), 1, 0, (80, 80), 1), ((100, 200), 2, 1, (37, 180), 2),
    ])
    func `the cells of a page fill it`(size: (Int, Int), columns: Int, rows: Int, cell: (Int, Int), capacity: Int) throws {
        let size = PixelSize(width: size.0, height: size.1)
        let page = try ContactSheet.Page(size: size, margin: 10, gap: 6, columns: columns, rows: rows == 0 ? nil : rows)
        #expect(page.cell == PixelSize(width: cell.0, height: cell.1) && page.capacity == capacity)
        let red = PixelBuffer(size: PixelSize(width: 200, height: 200), filledWith: (255, 0, 0, 255))
        let sheet = try ContactSheet.picture(of: Array(repeating: red, count: capacity), on: page)
        #expect(sheet.size == size && pixel(sheet, 10 + cell.0 / 2, 10 + cell.1 / 2) == [255, 0, 0, 255])
        #expect(pixel(sheet, 5, 5) == [255, 255, 255, 255])
    }

    @Test func largerPicturesAreScaledToFit() throws {
        let large = PixelBuffer(size: PixelSize(width: 40, height: 20), filledWith: (0, 255, 0, 255))
        let sheet = try ContactSheet.picture(
            of: [large],
            cell: PixelSize(width: 10, height: 10),
            columns: 5,
            gap: 0,
            background: .clear
        )
        #expect(sheet.size == PixelSize(width: 10, height: 10))
        #expect(pixel(sheet, 5, 1) == [0, 0, 0, 0])
        #expect(pixel(sheet, 5, 5) == [0, 255, 0, 255])
    }

    @Test(arguments: [(40, 20, 10, 5), (20, 40, 5, 10), (10, 10, 10, 10), (3, 2, 3, 2), (1000, 1, 10, 1)])
    func thumbnailsFitTheirCellsAndAreNotEnlarged(width: Int, height: Int, shownWidth: Int, shownHeight: Int) throws {
        let picture = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (0, 255, 0, 255))
        let thumbnail = try ContactSheet.thumbnail(of: picture, in: PixelSize(width: 10, height: 10))
        #expect(thumbnail.size == PixelSize(width: shownWidth, height: shownHeight))
        #expect(pixel(thumbnail, 0, 0) == [0, 255, 0, 255])
    }

    @Test(arguments: [(0, 4, 1), (1, 0, 1), (1, 4, 0), (1, 4, -1), (1, 70_000, 1)])
    func impossibleSheetsAreRefused(count: Int, cell: Int, columns: Int) {
        let picture = PixelBuffer(size: PixelSize(width: 1, height: 1))
        #expect(throws: BoundedCropError.self) {
            let pictures = [PixelBuffer](repeating: picture, count: count)
            return try ContactSheet.picture(of: pictures, cell: PixelSize(width: cell, height: cell), columns: columns)
        }
    }
}
