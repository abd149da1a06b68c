/// Finds dissolves: for a while, each frame is a mixture of one before and one after, with more and more of the latter.
struct DissolveFinder: Sendable {
    private struct Sample {
        var frame: Int
        var time: Double
        var thumbnail: Thumbnail
    }

    /// Some of the last frames.
    private var samples: [Sample] = []
    /// A dissolve that was found, and may turn out to be longer.
    private var found: (start: Int, end: Int, middle: Int, change: Double)?
    private var lastFrames = 0..<0

    /// Seconds between the samples, and how many of them a dissolve may take.
    private static let interval = 0.1
    private static let lengths = [3, 4, 5, 6, 8, 10, 12, 16, 20, 25]

    /// Adds the next frame. Returns the frame in the middle of a dissolve once it is over.
    mutating func add(_ thumbnail: Thumbnail, frame: Int, time: Double) -> Int? {
        if let last = samples.last, time < last.time + Self.interval - 1e-6 { return nil }
        samples.append(Sample(frame: frame, time: time, thumbnail: thumbnail))
        if samples.count > 30 { samples.removeFirst() }
        for length in Self.lengths where length + 1 < samples.count { look(length) }
        guard let dissolve = found, frame > dissolve.end + (dissolve.end - dissolve.start) / 2 else { return nil }
        found = nil
        lastFrames = dissolve.start..<dissolve.end
        return dissolve.middle
    }

    /// Forgets what was before a cut.
    mutating func cut(at frame: Int) {
        samples.removeAll { $0.frame < frame }
        found = nil
    }

    /// Whether a frame is within the dissolve around another, the last one that was found.
    func holds(_ frame: Int, nearTo middle: Int) -> Bool {
        frame == middle || lastFrames.contains(middle) && lastFrames.contains(frame)
    }

    /// Looks whether the last samples are a dissolve of this length, with one more on each side.
    private mutating func look(_ length: Int) {
        let end = samples.count - 2
        let start = end - length
        guard start >= 1 else { return }
        let (first, last) = (samples[start].thumbnail.bytes, samples[end].thumbnail.bytes)
        let whole = Self.distance(first, last)
        guard whole > 15 else { return }
        // Before and after, the shots go on.
        guard Self.distance(samples[start - 1].thumbnail.bytes, first) < 0.15 * whole,
            Self.distance(last, samples[end + 1].thumbnail.bytes) < 0.15 * whole,
            FrameChange(from: samples[start].thumbnail, to: samples[end].thumbnail).likeness < 0.7
        else { return }
        // What moves is as sharp in between; a mixture of two pictures has less contrast.
        let contrasts = [start, (start + end) / 2, end].map { Self.contrast(samples[$0].thumbnail.bytes) }
        guard contrasts[1] < 0.75 * (contrasts[0] + contrasts[2]) / 2 else { return }
        var (previous, middle, between) = (0.0, Double(samples[end].frame), 0)
        for index in (start + 1)...end {
            let bytes = samples[index].thumbnail.bytes
            let (share, rest) = Self.mixture(bytes, first, last, whole)
            guard share >= previous - 0.05, rest < 0.3 else { return }
            if previous < 0.5, share >= 0.5 {
                let (before, after) = (Double(samples[index - 1].frame), Double(samples[index].frame))
                middle = before + (after - before) * (0.5 - previous) / max(share - previous, 1e-9)
            }
            if share > 0.12, share < 0.88 { between += 1 }
            previous = share
        }
        guard between >= 2, between >= length / 2 else { return }
        // A part of a dissolve changes less than the whole of it.
        if found.map({ whole > $0.change }) ?? true {
            found = (samples[start].frame, samples[end].frame, Int(middle.rounded()), whole)
        }
    }

    /// The root of the mean square of differences.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Double {
        var sum = 0
        for index in one.indices {
            let difference = Int(one[index]) - Int(other[index])
            sum += difference * difference
        }
        return (Double(sum) / Double(one.count)).squareRoot()
    }

    /// The variance.
    private static func contrast(_ bytes: [UInt8]) -> Double {
        var (sum, squares) = (0, 0)
        for byte in bytes {
            sum += Int(byte)
            squares += Int(byte) * Int(byte)
        }
        let mean = Double(sum) / Double(bytes.count)
        return Double(squares) / Double(bytes.count) - mean * mean
    }

    /// The share of the last picture in a mixture with the first, and what that leaves unexplained, beside how much the two differ.
    private static func mixture(_ bytes: [UInt8], _ first: [UInt8], _ last: [UInt8], _ whole: Double) -> (share: Double, rest: Double) {
        var (product, square) = (0, 0)
        for index in bytes.indices {
            let change = Int(bytes[index]) - Int(first[index])
            product += change * (Int(last[index]) - Int(first[index]))
            square += change * change
        }
        let count = Double(bytes.count)
        let share = Double(product) / count / (whole * whole)
        let rest = Double(square) / count - share * share * whole * whole
        return (share, max(0, rest).squareRoot() / whole)
    }
}
