/// How much one frame differs from another, after a movement of the camera between them.
struct FrameChange: Sendable {
    /// The mean difference of gray values.
    var amount: Double
    /// How alike their structures are, -1...1, whatever their brightness.
    var likeness: Double
    /// The share of the picture that differs.
    var share: Double

    static let none = FrameChange(amount: 0, likeness: 1, share: 0)

    /// Whether it may be a cut: most of the picture is another one.
    var isStrong: Bool { amount > 7 && likeness < 0.85 && share > 0.5 }

    private init(amount: Double, likeness: Double, share: Double) {
        (self.amount, self.likeness, self.share) = (amount, likeness, share)
    }

    /// - Precondition: Both have the same size.
    init(from one: Thumbnail, to other: Thumbnail) {
        var best = (x: 0, y: 0, amount: Self.difference(one, other, 0, 0))
        // Downhill to where they fit best.
        if best.amount > 4 {
            for _ in 0..<Self.farthest {
                let from = best
                for y in -1...1 {
                    for x in -1...1 where (x, y) != (0, 0) && abs(from.x + x) <= Self.farthest && abs(from.y + y) <= Self.farthest {
                        let amount = Self.difference(one, other, from.x + x, from.y + y)
                        if amount < best.amount { best = (from.x + x, from.y + y, amount) }
                    }
                }
                if best.x == from.x && best.y == from.y { break }
            }
        }
        amount = best.amount
        guard best.amount > 7 else { (likeness, share) = (1, 0); return }
        (likeness, share) = Self.structure(one, other, best.x, best.y)
    }

    private static let farthest = 4
    /// The sides of the parts by which it is judged how much of the picture differs.
    private static let block = 6

    private static func difference(_ one: Thumbnail, _ other: Thumbnail, _ x: Int, _ y: Int) -> Double {
        let margin = min(farthest, one.width / 4, one.height / 4)
        let (x, y) = (min(max(x, -margin), margin), min(max(y, -margin), margin))
        var sum = 0
        one.bytes.withUnsafeBufferPointer { first in
            other.bytes.withUnsafeBufferPointer { second in
                for row in margin..<(one.height - margin) {
                    let (from, to) = (row * one.width, (row + y) * one.width + x)
                    var rowSum: Int32 = 0
                    for column in margin..<(one.width - margin) {
                        rowSum += abs(Int32(first[from + column]) - Int32(second[to + column]))
                    }
                    sum += Int(rowSum)
                }
            }
        }
        return Double(sum) / Double((one.width - 2 * margin) * (one.height - 2 * margin))
    }

    private static func structure(_ one: Thumbnail, _ other: Thumbnail, _ x: Int, _ y: Int) -> (likeness: Double, share: Double) {
        let (columns, rows) = (max(0, -x)..<min(one.width, one.width - x), max(0, -y)..<min(one.height, one.height - y))
        var (sums, squares, product, count) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0, 0.0)
        var (changed, blocks) = (0, 0)
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: block) {
            for left in stride(from: columns.lowerBound, to: columns.upperBound, by: block) {
                var (difference, pixels) = (0.0, 0.0)
                for row in top..<min(top + block, rows.upperBound) {
                    for column in left..<min(left + block, columns.upperBound) {
                        let values = SIMD2(
                            Double(one.bytes[row * one.width + column]),
                            Double(other.bytes[(row + y) * other.width + column + x])
                        )
                        sums += values
                        squares += values * values
                        product += values.x * values.y
                        difference += abs(values.x - values.y)
                        pixels += 1
                    }
                }
                count += pixels
                blocks += 1
                if difference > 7 * pixels { changed += 1 }
            }
        }
        let (means, variances) = (sums / count, squares / count - (sums / count) * (sums / count))
        let spread = (max(variances.x, 0) * max(variances.y, 0)).squareRoot()
        // A picture of one color has no structure.
        let likeness = spread > 1 ? (product / count - means.x * means.y) / spread : 0
        return (likeness, Double(changed) / Double(max(1, blocks)))
    }

    /// The share of the parts of two frames that are also in the other one, near the same place and at any brightness and contrast: most of
    /// them while a shot goes on, however its camera and its people move, and few of them across a cut. 0 without parts of any structure.
    ///
    /// - Parameter reach: How far parts may have moved, in pixels: 8 at the most.
    static func common(_ one: Thumbnail, _ other: Thumbnail, reach: Int = 5) -> Double {
        let (there, back) = (parts(of: one, in: other, reach), parts(of: other, in: one, reach))
        let total = there.all + back.all
        return total == 0 ? 0 : Double(there.found + back.found) / Double(total)
    }

    private static func parts(of one: Thumbnail, in other: Thumbnail, _ reach: Int) -> (found: Int, all: Int) {
        var (found, all) = (0, 0)
        for top in stride(from: 0, through: one.height - Part.side, by: Part.side) {
            for left in stride(from: 0, through: one.width - Part.side, by: Part.side) {
                let part = Part(of: one, left: left, top: top)
                guard part.hasStructure else { continue }
                all += 1
                if part.isFound(in: other, reach) { found += 1 }
            }
        }
        return (found, all)
    }
}

/// A small square of a thumbnail that can be found in another one.
private struct Part {
    static let side = 8

    private let left: Int
    private let top: Int
    /// The pixels, less their mean.
    private let rows: [SIMD8<Float>]
    private let sum: Float
    /// The sum of the squares of `rows`.
    private let square: Float

    private static let count = Float(side * side)
    /// The variance of a part with structure, and that of noise.
    private static let (leastStructure, noise): (Float, Float) = (9, 1)
    /// How much correlates at least, and how much lighter or darker and of how much more contrast it may be at most.
    private static let (leastCorrelation, mostLight, mostGain): (Float, Float, Float) = (0.83, 30, 5)
    /// Where it may have moved; the nearest places come first.
    private static let moves = (0...8).flatMap { ring in
        (-ring...ring).flatMap { y in (-ring...ring).map { (x: $0, y: y) } }.filter { max(abs($0.x), abs($0.y)) == ring }
    }

    init(of one: Thumbnail, left: Int, top: Int) {
        (self.left, self.top) = (left, top)
        let pixels = one.bytes.withUnsafeBytes { bytes in
            (0..<Self.side).map { row in
                SIMD8<Float>(bytes.loadUnaligned(fromByteOffset: (top + row) * one.width + left, as: SIMD8<UInt8>.self))
            }
        }
        let sum = pixels.reduce(.zero, +).sum()
        let rows = pixels.map { $0 - sum / Self.count }
        square = rows.reduce(.zero) { $0 + $1 * $1 }.sum()
        (self.rows, self.sum) = (rows, sum)
    }

    var hasStructure: Bool { square > Self.leastStructure * Self.count }

    func isFound(in other: Thumbnail, _ reach: Int) -> Bool {
        other.bytes.withUnsafeBytes { bytes in
            for move in Self.moves.prefix((2 * reach + 1) * (2 * reach + 1)) {
                let (x, y) = (left + move.x, top + move.y)
                guard x >= 0, y >= 0, x <= other.width - Self.side, y <= other.height - Self.side else { continue }
                var (sums, squares, products) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
                for row in rows.indices {
                    let values = SIMD8<Float>(bytes.loadUnaligned(fromByteOffset: (y + row) * other.width + x, as: SIMD8<UInt8>.self))
                    sums += values
                    squares += values * values
                    products += values * rows[row]
                }
                let (total, product) = (sums.sum(), products.sum())
                let variance = squares.sum() - total * total / Self.count
                guard product > 0, variance > Self.noise * Self.count, abs(total - sum) < Self.mostLight * Self.count else { continue }
                let gain = Self.mostGain * Self.mostGain
                guard variance < gain * square, square < gain * variance else { continue }
                if product * product > Self.leastCorrelation * Self.leastCorrelation * square * variance { return true }
            }
            return false
        }
    }
}
