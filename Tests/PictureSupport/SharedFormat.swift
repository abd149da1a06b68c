package import BoundedCropImaging
import Foundation
import TestSupport
import Testing

/// A file of `../shared/formats`, which is not in the repository, and what the formats' reference decoders make of it.
package struct SharedFormat: Decodable, CustomTestStringConvertible, Sendable {
    package let file: String
    /// `valid`; `damaged`, `hostile` or `undecodable` for what may be refused.
    package let kind: String
    package let width: Int?
    package let height: Int?
    package let frames: Int?
    package let alpha: Bool?
    /// The mean colors of 4 x 4 fields over white, rows from the top.
    private let grid: [[[Double]]]?
    /// How far colors may be from the reference; nil for 8 of 255.
    private let tolerance: Double?
    /// Why colors cannot be compared.
    private let disagree: String?

    package var testDescription: String { file }

    private static let folder = Fixture.package.deletingLastPathComponent().appendingPathComponent("shared/formats")

    package static let areThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("manifest.json").path)

    /// The files of one folder; none if they are missing.
    package static func all(in name: String) throws -> [SharedFormat] {
        guard areThere else { return [] }
        return try JSONDecoder().decode([SharedFormat].self, from: Data(contentsOf: folder.appendingPathComponent("manifest.json")))
            .filter { $0.file.hasPrefix(name + "/") }
    }

    package func bytes() throws -> [UInt8] { try [UInt8](Data(contentsOf: Self.folder.appendingPathComponent(file))) }

    /// The largest distance of a field's color from the reference, as a share of what is allowed; nil if they cannot be compared.
    package func distance(of pixels: PixelBuffer) -> Double? {
        guard let grid, tolerance != nil || disagree == nil else { return nil }
        let (rows, columns) = (grid.count, grid.first?.count ?? 0)
        var most = 0.0
        for row in 0..<rows {
            for column in 0..<columns {
                let field = pixels.mean(
                    x: pixels.width * column / columns..<pixels.width * (column + 1) / columns,
                    y: pixels.height * row / rows..<pixels.height * (row + 1) / rows
                )
                for channel in 0..<3 { most = max(most, abs(field[channel] - grid[row][column][channel])) }
            }
        }
        return most / (tolerance ?? 8)
    }
}

extension PixelBuffer {
    /// The mean color of a part over white.
    fileprivate func mean(x columns: Range<Int>, y rows: Range<Int>) -> [Double] {
        var sums = [0, 0, 0]
        for y in rows {
            for start in columns.map({ (y * width + $0) * 4 }) {
                for channel in 0..<3 { sums[channel] += Int(bytes[start + channel]) + 255 - Int(bytes[start + 3]) }
            }
        }
        return sums.map { Double($0) / Double(max(1, rows.count * columns.count)) }
    }
}
