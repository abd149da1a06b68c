/// Finds where shots begin, from small copies of the frames: at cuts, to the frame, and in the middle of dissolves. Flashes, zooms, pans and
/// shakes are no cuts.
struct ShotFinder: Sendable {
    /// Where a shot begins, other than the first one.
    struct Boundary: Hashable, Sendable {
        var frame: Int
        var isDissolve: Bool
    }

    private(set) var boundaries: [Boundary] = []
    /// The last frames: some before the one that is decided about, and some after.
    private var recent: [(thumbnail: Thumbnail, time: Double)] = []
    /// How each of them differs from the one before.
    private var changes: [FrameChange] = []
    private var count = 0
    private var dissolves = DissolveFinder()

    /// Enough for a flash of `longestFlash` at 120 frames for each second.
    private static let (before, after) = (13, 13)
    /// How many changes on each side tell what is usual.
    private static let (usualBefore, usualAfter) = (4, 3)
    /// Seconds, or two frames.
    private static let longestFlash = 0.1

    /// Adds the next frame.
    mutating func add(_ thumbnail: Thumbnail, at time: Double) {
        changes.append(recent.last.map { FrameChange(from: $0.thumbnail, to: thumbnail) } ?? .none)
        recent.append((thumbnail, time))
        count += 1
        if recent.count > Self.before + Self.after + 1 {
            recent.removeFirst()
            changes.removeFirst()
        }
        if let frame = dissolves.add(thumbnail, frame: count - 1, time: time) { addDissolve(at: frame) }
        if recent.count > Self.after { decide(at: recent.count - 1 - Self.after) }
    }

    /// Decides about the last frames.
    mutating func finish() {
        for index in max(0, recent.count - Self.after)..<recent.count { decide(at: index) }
        // Once more would find the same cuts again.
        recent.removeAll()
        changes.removeAll()
    }

    private mutating func decide(at index: Int) {
        let change = changes[index]
        guard index > 0, change.isStrong else { return }
        let usual = max(
            Self.median(changes[max(1, index - Self.usualBefore)..<index]),
            Self.median(changes[(index + 1)...].prefix(Self.usualAfter))
        )
        guard change.amount > 2.5 * usual, !isFlash(at: index) else { return }
        let frame = count - recent.count + index
        guard boundaries.last?.frame != frame else { return }
        boundaries.removeAll { $0.isDissolve && dissolves.holds(frame, nearTo: $0.frame) }
        boundaries.append(Boundary(frame: frame, isDissolve: false))
        dissolves.cut(at: frame)
    }

    private mutating func addDissolve(at frame: Int) {
        guard !boundaries.contains(where: { dissolves.holds($0.frame, nearTo: frame) }) else { return }
        boundaries.append(Boundary(frame: frame, isDissolve: true))
        boundaries.sort { $0.frame < $1.frame }
    }

    /// Whether the picture is soon what it was before, or is again what it was shortly before.
    private func isFlash(at index: Int) -> Bool {
        let amount = changes[index].amount
        func isSame(_ one: Int, _ other: Int) -> Bool {
            let change = FrameChange(from: recent[one].thumbnail, to: recent[other].thumbnail)
            return change.amount < 0.4 * amount && !change.isStrong
        }
        func isShort(_ start: Int, _ end: Int) -> Bool {
            end - start <= 2 || recent[end].time - recent[start].time <= Self.longestFlash + 1e-6
        }
        for end in (index + 1)..<max(index + 1, recent.count) where isShort(index, end) {
            if isSame(index - 1, end) { return true }
        }
        for start in 1..<max(1, index) where isShort(start, index) {
            if isSame(start - 1, index) { return true }
        }
        return false
    }

    private static func median(_ changes: some Collection<FrameChange>) -> Double {
        let amounts = changes.map(\.amount).sorted()
        return amounts.isEmpty ? 0 : amounts[amounts.count / 2]
    }
}

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
}
