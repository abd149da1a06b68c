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
        for (index, picture) in pictures.enumerated() {
            let isLarger = picture.width > cell.width || picture.height > cell.height
            let fitted = isLarger ? try picture.scaledToFit(cell) : picture
            let left = gap + index % columns * (cell.width + gap) + (cell.width - fitted.width) / 2
            let top = gap + index / columns * (cell.height + gap) + (cell.height - fitted.height) / 2
            try sheet.draw(fitted, x: left, y: top)
        }
        return sheet
    }

    /// Returns a picture for a cell, no larger than that, without decoding a file at its full size.
    ///
    /// - Parameters:
    ///   - picture: The picture to show; a smaller one is not enlarged.
    ///   - cell: The space for it, in pixels.
    ///   - part: The part inside the picture that is shown; nil, the default, for all of it.
    /// - Throws: `malformedImage` for a damaged file.
    public static func thumbnail(of picture: any Picture, in cell: PixelSize, showing part: PixelRect? = nil) throws -> PixelBuffer {
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
