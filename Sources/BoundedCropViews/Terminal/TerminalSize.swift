public import BoundedCrop

/// How large a terminal is: in cells, and in pixels where it says so.
public struct TerminalSize: Hashable, Sendable {
    /// Cells from left to right; at least 1.
    public let columns: Int
    /// Cells from top to bottom; at least 1.
    public let rows: Int
    /// The pixels of a cell; 10x20 where the terminal does not say.
    public let cell: PixelSize

    /// A size in cells; numbers below 1 count as 1, more than 10000 as that.
    /// - Parameter pixels: of the whole terminal; nil where that is not known.
    public init(columns: Int, rows: Int, pixels: PixelSize? = nil) {
        let (columns, rows) = (min(max(1, columns), 10_000), min(max(1, rows), 10_000))
        self.columns = columns
        self.rows = rows
        let cell = pixels.map { PixelSize(width: $0.width / columns, height: $0.height / rows) }
        self.cell = cell.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } ?? PixelSize(width: 10, height: 20)
    }
}
