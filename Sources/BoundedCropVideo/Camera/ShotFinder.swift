/// Finds where shots begin, from small copies of the frames: at cuts, to the frame, in the middle of dissolves, and where the picture is gone
/// in fades. Zooms, pans and shakes are no cuts. Flashes and white titles are no shots, but may end one.
struct ShotFinder: Sendable {
    /// Where a shot begins, other than the first one.
    struct Boundary: Hashable, Sendable {
        var frame: Int
        var isDissolve: Bool
    }

    private struct Sample {
        var thumbnail: Thumbnail
        var time: Double
        var ground: Ground
        /// How it differs from the one before.
        var change: FrameChange
        /// How much the two have in common; nil if nobody has asked.
        var common: Double?
    }

    private(set) var boundaries: [Boundary] = []
    /// The last frames: some before the one that is decided about, and some after.
    private var recent: [Sample] = []
    private var count = 0
    private var dissolves = DissolveFinder()
    /// The frames without a picture up to the one that was decided about last.
    private var blank: Blank?
    /// When the white cards began up to the one that was decided about last; nil if it is none.
    private var cardStart: Double?
    /// When the last shot began with a cut.
    private var lastCut = -Double.infinity

    private struct Blank {
        var start: Int
        var time: Double
        /// The last frame before.
        var before: Sample?
        /// Whether it was gone at once.
        var isCut: Bool
    }

    /// Enough for a flash of `longestFlash` at 120 frames for each second.
    private static let (before, after) = (13, 13)
    /// How many changes on each side tell what is usual.
    private static let usual = 4
    /// Seconds, or two frames.
    private static let longestFlash = 0.1
    /// Seconds.
    private static let shortestShot = 0.25
    /// Seconds for which a white card is no picture of its own.
    private static let longestTitle = 1.0
    /// Less than this is in common across a cut: in general, and between two calm shots.
    private static let (mostInCommon, mostInCommonOfCalm) = (0.35, 0.6)

    /// Adds the next frame.
    mutating func add(_ thumbnail: Thumbnail, at time: Double) {
        let change = recent.last.map { FrameChange(from: $0.thumbnail, to: thumbnail) } ?? .none
        let sample = Sample(thumbnail: thumbnail, time: time, ground: Ground(thumbnail), change: change)
        recent.append(sample)
        count += 1
        if recent.count > Self.before + Self.after + 1 { recent.removeFirst() }
        if let frame = dissolves.add(thumbnail, frame: count - 1, time: time, isBlank: sample.ground == .blank) { addDissolve(at: frame) }
        if recent.count > Self.after { decide(at: recent.count - 1 - Self.after) }
    }

    /// Decides about the last frames.
    mutating func finish() {
        for index in max(0, recent.count - Self.after)..<recent.count { decide(at: index) }
        // Once more would find the same cuts again.
        recent.removeAll()
    }

    private mutating func decide(at index: Int) {
        let (sample, frame) = (recent[index], count - recent.count + index)
        // Text on white stands still.
        defer { cardStart = sample.ground != .card ? nil : sample.change.amount < 2 ? cardStart : sample.time }
        if sample.ground == .blank {
            if blank == nil {
                let before = index > 0 ? recent[index - 1] : nil
                let isCut = sample.change.amount > 15 && sample.change.likeness < 0.85
                blank = Blank(start: frame, time: sample.time, before: before, isCut: isCut)
            }
        } else if let blank {
            // What follows it is another shot, unless the same picture comes back soon.
            self.blank = nil
            guard let before = blank.before else { return }
            let isShort = frame - blank.start <= 2 || sample.time - blank.time <= Self.longestFlash + 1e-6
            if !blank.isCut || !isShort || !Self.isSame(before, sample, within: sample.change.amount, least: 0.5) {
                add(Boundary(frame: blank.start, isDissolve: !blank.isCut), at: blank.time)
            }
        } else if index > 0, isCut(at: index) {
            add(Boundary(frame: frame, isDissolve: false), at: sample.time)
        }
    }

    private mutating func add(_ boundary: Boundary, at time: Double) {
        guard boundary.frame > (boundaries.last?.frame ?? 0) || boundaries.last?.isDissolve == true else { return }
        if time - lastCut < Self.shortestShot { return }
        if let cardStart, cardStart <= lastCut, time - lastCut <= Self.longestTitle { return }
        lastCut = time
        boundaries.removeAll { $0.isDissolve && dissolves.holds(boundary.frame, nearTo: $0.frame) }
        boundaries.append(boundary)
        boundaries.sort { $0.frame < $1.frame }
        dissolves.cut(at: boundary.frame)
    }

    private mutating func addDissolve(at frame: Int) {
        guard !boundaries.contains(where: { dissolves.holds($0.frame, nearTo: frame) }) else { return }
        boundaries.append(Boundary(frame: frame, isDissolve: true))
        boundaries.sort { $0.frame < $1.frame }
    }

    /// Whether most of the picture is another one at once: not as in the frames on one side by far, and not as on the other at all. Where
    /// both sides are calm, more may be in common, as of two views of the same people.
    private mutating func isCut(at index: Int) -> Bool {
        let change = recent[index].change
        guard change.amount > 5, change.likeness < 0.9, change.share > 0.3 || change.amount <= 7 else { return false }
        let common = common(at: index)
        guard common < Self.mostInCommonOfCalm else { return false }
        let (strange, next) = (strangeness(at: index), max(strangeness(at: index - 1), strangeness(at: index + 1)))
        let isPeak = common < Self.mostInCommon && strange > 1.3 * next
        let isCalm = change.likeness < 0.85 && strange > 4 * next
        guard strange > 4, isPeak || isCalm else { return false }
        // What was before the last boundary says nothing.
        let first = max(1, index - Self.usual, index + 1 - (count - recent.count + index - (boundaries.last?.frame ?? 0)))
        let before = usual(min(first, index)..<index)
        let after = usual((index + 1)..<min(recent.count, index + 1 + Self.usual))
        let (least, most) = (min(before ?? after ?? 0, after ?? before ?? 0), max(before ?? 0, after ?? 0))
        return strange > 1.1 * most && (isCalm || strange > 2.5 * least) && !isFlash(at: index)
    }

    /// How much of a change is not in common.
    private mutating func strangeness(at index: Int) -> Double {
        guard recent.indices.contains(index) else { return 0 }
        return recent[index].change.amount * (1 - common(at: index))
    }

    /// How much is not in common in some changes: less than in most of them, since there may be a flash among them.
    private mutating func usual(_ range: Range<Int>) -> Double? {
        let amounts = range.map { strangeness(at: $0) }.sorted()
        return amounts.isEmpty ? nil : amounts[(amounts.count - 1) / 2]
    }

    private mutating func common(at index: Int) -> Double {
        if let known = recent[index].common { return known }
        let change = recent[index].change
        let common =
            index == 0 || change.amount < 5 || change.likeness > 0.9 && change.amount > 7
            ? 1 : FrameChange.common(recent[index - 1].thumbnail, recent[index].thumbnail)
        recent[index].common = common
        return common
    }

    /// Whether the picture is soon what it was shortly before.
    private func isFlash(at index: Int) -> Bool {
        let least = max(0.5, 0.3 + (recent[index].common ?? 0))
        // A few of many frames are enough.
        let frames = max(2, recent[index...].prefix { $0.time - recent[index].time <= Self.longestFlash + 1e-6 }.count - 1)
        let steps = Set([0, 1, 2, frames / 2, frames])
        for start in steps.map({ index - $0 }) where start > 0 {
            for end in steps.map({ index + $0 }) where end > start && end <= start + frames && end < recent.count {
                if Self.isSame(recent[start - 1], recent[end], within: recent[index].change.amount, least: least) { return true }
            }
        }
        return false
    }

    private static func isSame(_ one: Sample, _ other: Sample, within amount: Double, least: Double) -> Bool {
        let change = FrameChange(from: one.thumbnail, to: other.thumbnail)
        if change.amount < 0.4 * amount, !change.isStrong { return true }
        return FrameChange.common(one.thumbnail, other.thumbnail, reach: 8) > least
    }
}

/// What is behind everything in a frame.
private enum Ground {
    case picture
    /// Nothing is in front of one color.
    case blank
    /// Perhaps there is text on white.
    case card

    init(_ thumbnail: Thumbnail) {
        // Not above and below, where there may be bars.
        var (sum, squares, white, count) = (0, 0, 0, 0)
        for row in (thumbnail.height / 6)..<(thumbnail.height - thumbnail.height / 6) {
            for column in 0..<thumbnail.width {
                let value = Int(thumbnail.bytes[row * thumbnail.width + column])
                sum += value
                squares += value * value
                count += 1
                if value > 225 { white += 1 }
            }
        }
        let variance = squares * count - sum * sum
        let isPlain = variance < 9 * count * count && (sum < 32 * count || sum > 223 * count)
        self = isPlain ? .blank : 5 * white > 3 * count ? .card : .picture
    }
}
