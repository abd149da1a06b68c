internal import COpenCV

/// How much each cell of a grid over a picture stands out.
package struct SaliencyMap: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row by row from the top; 0 or above.
    package let values: [Float]

    /// - Precondition: There are `columns * rows` values, and at least one.
    package init(columns: Int, rows: Int, values: [Float]) {
        precondition(columns > 0 && rows > 0 && values.count == columns * rows)
        self.columns = columns
        self.rows = rows
        self.values = values
    }

    /// The position of a window of this size with the largest sum in each direction; of several equal ones, the one nearest to the center.
    package func bestWindow(_ window: PixelSize, in picture: PixelSize) -> PixelRect {
        var columnSums = [Double](repeating: 0, count: columns)
        var rowSums = [Double](repeating: 0, count: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let value = Double(values[row * columns + column])
                columnSums[column] += value
                rowSums[row] += value
            }
        }
        return PixelRect(
            x: Self.bestStart(of: window.width, within: picture.width, columnSums),
            y: Self.bestStart(of: window.height, within: picture.height, rowSums),
            width: window.width,
            height: window.height
        )
    }

    private static func bestStart(of length: Int, within limit: Int, _ cells: [Double]) -> Int {
        guard length < limit else { return 0 }
        // The sum of everything before a point, linear within a cell.
        let sums = cells.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
        func before(_ position: Int) -> Double {
            let place = Double(position) / Double(limit) * Double(cells.count)
            let cell = Int(place, within: 0...(cells.count - 1), rounded: .down)
            return sums[cell] + (place - Double(cell)) * cells[cell]
        }
        let middle = (limit - length) / 2
        var best = middle
        var bestSum = before(middle + length) - before(middle)
        let enough = 1e-9 * (sums.last ?? 0)
        for start in 0...(limit - length) {
            let sum = before(start + length) - before(start)
            let nearer = abs(start - middle) < abs(best - middle)
            if sum > bestSum + enough || (sum > bestSum - enough && nearer) { (best, bestSum) = (start, max(sum, bestSum)) }
        }
        return best
    }
}

/// Predicts where the subject of a picture without faces is.
///
/// The map is the product of three published measures: the minimum barrier distance to the edge and the contrast with the sides of the
/// picture (J. Zhang et al., "Minimum Barrier Salient Object Detection at 80 FPS", ICCV 2015), and spectral residual saliency (X. Hou and
/// L. Zhang, CVPR 2007). The less it settles on one place, the more the center counts. It takes about a millisecond on a small copy from
/// the decode that detection used.
package enum Attention {
    /// Where the subject is likely to be; nil if nothing in the picture stands out, as in a blank one.
    package static func map(of picture: any Picture) throws -> SaliencyMap? {
        let cells = 64
        // 128 pixels did not find more on the photos of docs/detection.md.
        let copy = try picture.pixels(longSide: 96)
        var values = [Float](repeating: 0, count: cells * cells)
        try CCall.check(failure: .detectionFailed) { error in
            bc_subject_map(copy.bytes, Int32(copy.width), Int32(copy.height), &values, Int32(cells), Int32(cells), error)
        }
        guard values.contains(where: { $0 > 0 }) else { return nil }
        return SaliencyMap(columns: cells, rows: cells, values: values)
    }
}
