public import BoundedCrop

/// The size of a terminal in cells, and in pixels if it reports them.
public struct TerminalSize: Hashable, Sendable {
    /// The number of columns; at least 1.
    public let columns: Int
    /// The number of rows; at least 1.
    public let rows: Int
    /// The size of a cell in pixels; 10x20 if the terminal does not report it.
    public let cell: PixelSize

    /// Creates a size. Columns and rows are clamped to 1...10000.
    /// - Parameters:
    ///   - columns: The number of columns.
    ///   - rows: The number of rows.
    ///   - pixels: The size of the whole terminal in pixels; nil if unknown.
    public init(columns: Int, rows: Int, pixels: PixelSize? = nil) {
        let (columns, rows) = (min(max(1, columns), 10_000), min(max(1, rows), 10_000))
        self.columns = columns
        self.rows = rows
        let cell = pixels.map { PixelSize(width: $0.width / columns, height: $0.height / rows) }
        self.cell = cell.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } ?? PixelSize(width: 10, height: 20)
    }
}
