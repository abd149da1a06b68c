internal import CLibrary

/// The lowest frequencies of a channel: its mean product with a cosine of each number of half waves across and down.
struct CosineTransform {
    private let columns: Int
    private let values: [Double]

    /// - Parameters:
    ///   - channel: A value for each pixel, row by row.
    ///   - size: The size of the picture.
    ///   - columns: The number of frequencies across, from 0.
    ///   - rows: The number of frequencies down, from 0.
    ///   - phase: Where in a pixel the cosine is taken: 0 at its edge, 0.5 at its center.
    init(_ channel: [Double], _ size: PixelSize, columns: Int, rows: Int, phase: Double) {
        self.columns = columns
        let across = Self.waves(columns, size.width, phase)
        let down = Self.waves(rows, size.height, phase)
        var values = [Double](repeating: 0, count: columns * rows)
        for y in 0..<size.height {
            let pixels = channel[y * size.width..<(y + 1) * size.width]
            for column in 0..<columns {
                let sum = zip(pixels, across[column]).reduce(0) { $0 + $1.0 * $1.1 }
                for row in 0..<rows { values[row * columns + column] += sum * down[row][y] }
            }
        }
        self.values = values.map { $0 / Double(size.area) }
    }

    subscript(column: Int, row: Int) -> Double { values[row * columns + column] }

    private static func waves(_ count: Int, _ length: Int, _ phase: Double) -> [[Double]] {
        (0..<count).map { wave in
            (0..<length).map { cos(.pi * Double(wave) * (Double($0) + phase) / Double(length)) }
        }
    }
}
