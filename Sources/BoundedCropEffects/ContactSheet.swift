public import BoundedCrop

/// Many pictures on one sheet, row by row, each as large as its cell allows and centered in it.
public enum ContactSheet {
    /// Returns the sheet.
    ///
    /// - Parameters:
    ///   - pictures: The pictures, row by row.
    ///   - cell: The space for each picture, in pixels; smaller pictures are not enlarged.
    ///   - columns: The number of cells in a row.
    ///   - gap: The pixels between cells, and around all of them.
    ///   - background: The color behind the pictures.
    /// - Throws: `invalidArgument` without pictures, for cells or columns below 1, and for a sheet beyond the output limits.
    public static func picture(
        of pictures: [PixelBuffer],
        cell: PixelSize,
        columns: Int,
        gap: Int = 8,
        background: Color = .white
    ) throws -> PixelBuffer {
        var sheet = try PixelBuffer(size: size(of: pictures.count, cell: cell, columns: columns, gap: gap), color: background)
        try draw(pictures, on: &sheet, cell: cell, columns: columns, margin: gap, gap: gap)
        return sheet
    }

    /// Returns a page with pictures, as many as it has room for at most.
    package static func picture(of pictures: [PixelBuffer], on page: Page, background: Color = .white) throws -> PixelBuffer {
        var sheet = try PixelBuffer(size: page.size, color: background)
        try draw(pictures, on: &sheet, cell: page.cell, columns: page.columns, margin: page.margin, gap: page.gap)
        return sheet
    }

    private static func draw(
        _ pictures: [PixelBuffer],
        on sheet: inout PixelBuffer,
        cell: PixelSize,
        columns: Int,
        margin: Int,
        gap: Int
    ) throws {
        for (index, picture) in pictures.enumerated() {
            let isLarger = picture.width > cell.width || picture.height > cell.height
            let fitted = isLarger ? try picture.scaledToFit(cell) : picture
            let left = margin + index % columns * (cell.width + gap) + (cell.width - fitted.width) / 2
            let top = margin + index / columns * (cell.height + gap) + (cell.height - fitted.height) / 2
            try sheet.draw(fitted, x: left, y: top)
        }
    }

    /// A page of a fixed size, whose cells fill it. All lengths are pixels.
    package struct Page: Sendable {
        package let size: PixelSize
        package let cell: PixelSize
        let margin: Int
        let gap: Int
        let columns: Int
        let rows: Int

        /// - Parameters:
        ///   - margin: Around all cells.
        ///   - gap: Between them.
        ///   - rows: Nil for as many as there is room for, of cells that are at least as high as wide.
        /// - Throws: `invalidArgument` for cells of less than a pixel, and for a page beyond the output limits.
        package init(size: PixelSize, margin: Int, gap: Int, columns: Int, rows: Int? = nil) throws {
            try Resampling.check(outputSize: size)
            func side(_ length: Int, _ count: Int) -> Int { (length - 2 * margin - (count - 1) * gap) / count }
            let width = side(size.width, columns)
            let rows = rows ?? max(1, (size.height - 2 * margin + gap) / max(1, width + gap))
            let height = side(size.height, rows)
            guard width > 0, height > 0 else {
                throw BoundedCropError(.invalidArgument, "a page of \(size) pixels has no room for \(columns) columns and \(rows) rows")
            }
            (self.size, self.margin, self.gap, self.columns, self.rows) = (size, margin, gap, columns, rows)
            cell = PixelSize(width: width, height: height)
        }

        /// How many pictures it has room for.
        package var capacity: Int { columns * rows }
    }

    /// Returns a picture for a cell, no larger than that, without decoding a file at its full size.
    ///
    /// - Parameters:
    ///   - picture: The picture to show; a smaller one is not enlarged.
    ///   - cell: The space for it, in pixels.
    ///   - part: The part inside the picture that is shown; nil, the default, for all of it.
    /// - Throws: `malformedImage` for a damaged file.
    package static func thumbnail(of picture: any Picture, in cell: PixelSize, showing part: PixelRect? = nil) throws -> PixelBuffer {
        let part = part ?? PixelRect(all: picture.size)
        let isLarger = part.width > cell.width || part.height > cell.height
        return try picture.pixels(of: part, scaledTo: isLarger ? part.size.fitting(cell) : part.size)
    }

    /// The size of a sheet.
    ///
    /// Throws what `picture` throws for such a sheet, so that nobody needs to read pictures for it.
    package static func size(of count: Int, cell: PixelSize, columns: Int, gap: Int = 8) throws -> PixelSize {
        guard count > 0, columns > 0, columns < 10_000, gap >= 0, gap < 10_000, cell.width > 0, cell.height > 0, cell.longSide < 65_536
        else {
            throw BoundedCropError(.invalidArgument, "a contact sheet needs pictures, columns, and cells of at least one pixel")
        }
        let across = min(columns, count)
        let rows = (count + columns - 1) / columns
        let size = PixelSize(width: gap + across * (cell.width + gap), height: gap + rows * (cell.height + gap))
        try Resampling.check(outputSize: size)
        return size
    }
}
