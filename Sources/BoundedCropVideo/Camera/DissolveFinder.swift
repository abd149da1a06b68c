/// Finds dissolves: for a while, each frame is a mixture of one before and one after, with more and more of the latter.
struct DissolveFinder: Sendable {
    /// Every frame, for short dissolves, every third one, and some for each second, for long ones.
    private var trails = [Trail(step: 1, interval: 0), Trail(step: 3, interval: 0), Trail(step: 1, interval: 0.1)]
    /// A dissolve that was found, and may turn out to be longer.
    private var found: Dissolve?
    private var lastFrames = 0..<0
    private var lastBlank = -1000

    /// Adds the next frame. Returns the frame in the middle of a dissolve once it is over.
    mutating func add(_ thumbnail: Thumbnail, frame: Int, time: Double, isBlank: Bool) -> Int? {
        // Fades are found by what is between them.
        guard !isBlank else {
            cut(at: frame)
            lastBlank = frame
            return nil
        }
        let sample = Sample(thumbnail, frame: frame, time: time)
        for index in trails.indices {
            // A part of a dissolve changes less than the whole of it.
            for length in trails[index].add(sample) {
                guard let dissolve = trails[index].dissolve(length, largerThan: found?.change ?? 0) else { continue }
                if dissolve.start - lastBlank > dissolve.end - dissolve.start { found = dissolve }
            }
        }
        guard let dissolve = found, frame > dissolve.end + max(2, (dissolve.end - dissolve.start) / 2) else { return nil }
        found = nil
        lastFrames = dissolve.start..<dissolve.end
        return dissolve.middle
    }

    /// Forgets what was before a cut.
    mutating func cut(at frame: Int) {
        for index in trails.indices { trails[index].cut(at: frame) }
        found = nil
    }

    /// Whether a frame is within the dissolve around another, the last one that was found.
    func holds(_ frame: Int, nearTo middle: Int) -> Bool {
        frame == middle || lastFrames.contains(middle) && lastFrames.contains(frame)
    }
}

private struct Dissolve {
    var start, end, middle: Int
    /// How much its ends differ.
    var change: Float
}

/// A frame so small that what moves a little in it hardly counts.
private struct Sample {
    let frame: Int
    let time: Double
    let thumbnail: Thumbnail
    let values: [Float]
    let mean: Float
    /// The variance.
    let contrast: Float

    private static let block = 3

    init(_ thumbnail: Thumbnail, frame: Int, time: Double) {
        (self.frame, self.time, self.thumbnail) = (frame, time, thumbnail)
        let (columns, rows) = (thumbnail.width / Self.block, thumbnail.height / Self.block)
        var values: [Float] = []
        values.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = 0
                for y in (row * Self.block)..<((row + 1) * Self.block) {
                    for x in (column * Self.block)..<((column + 1) * Self.block) { sum += Int(thumbnail.bytes[y * thumbnail.width + x]) }
                }
                values.append(Float(sum) / Float(Self.block * Self.block))
            }
        }
        mean = values.reduce(0, +) / Float(values.count)
        let mean = mean
        contrast = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)
        self.values = values
    }

    func covariance(with other: Sample) -> Float {
        var product: Float = 0
        for index in values.indices { product += (values[index] - mean) * (other.values[index] - other.mean) }
        return product / Float(values.count)
    }

    /// The root of the mean square of differences.
    func distance(to other: Sample) -> Float {
        var sum: Float = 0
        for index in values.indices {
            let difference = values[index] - other.values[index]
            sum += difference * difference
        }
        return (sum / Float(values.count)).squareRoot()
    }
}

/// Some of the last frames.
private struct Trail {
    /// Frames and seconds between two samples.
    let step: Int
    let interval: Double
    private var samples: [Sample] = []

    /// How much the shots may move from one sample to the next, beside how much they differ.
    private static let mostMovement: Float = 0.4
    /// How many samples a dissolve may take.
    private static let lengths = [3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 25]
    /// Every frame of a longer one is not necessary.
    private var lengths: ArraySlice<Int> { interval > 0 ? Self.lengths[...] : Self.lengths.prefix(8) }

    init(step: Int, interval: Double) { (self.step, self.interval) = (step, interval) }

    mutating func cut(at frame: Int) { samples.removeAll { $0.frame < frame } }

    /// Returns the lengths of dissolves that may end now.
    mutating func add(_ sample: Sample) -> [Int] {
        if let last = samples.last, sample.frame < last.frame + step || sample.time < last.time + interval - 1e-6 { return [] }
        samples.append(sample)
        if samples.count > 30 { samples.removeFirst() }
        return lengths.filter { $0 + 1 < samples.count }
    }

    /// What the last samples are if they are a dissolve of this length, with one more on each side.
    func dissolve(_ length: Int, largerThan least: Float) -> Dissolve? {
        let end = samples.count - 2
        let start = end - length
        guard start >= 1 else { return nil }
        let (first, last) = (samples[start], samples[end])
        let whole = first.distance(to: last)
        guard whole > max(12, least) else { return nil }
        // Before and after, the shots go on.
        guard samples[start - 1].distance(to: first) < Self.mostMovement * whole,
            last.distance(to: samples[end + 1]) < Self.mostMovement * whole
        else { return nil }
        let covariance = first.covariance(with: last)
        let likeness = covariance / (first.contrast * last.contrast).squareRoot()
        // One that is much darker than the other is the same picture in a fade.
        let fade = 0.25 * max(first.contrast, last.contrast)
        guard likeness < 0.8, likeness < 0.45 || min(first.contrast, last.contrast) > fade else { return nil }
        let (usual, mixed) = ((first.contrast + last.contrast) / 2, (first.contrast + last.contrast + 2 * covariance) / 4)
        guard samples[(start + end) / 2].contrast < (usual + mixed) / 2 else { return nil }
        var (previous, middle, count) = (Float(0), Float(last.frame), 0)
        var (rests, contrasts) = (Float(0), Float(0))
        for index in (start + 1)...end {
            let sample = samples[index]
            let (share, rest) = Self.mixture(sample, first, last, whole)
            guard share >= previous - 0.15, rest < 0.6 else { return nil }
            if previous < 0.5, share >= 0.5 {
                let (before, after) = (Float(samples[index - 1].frame), Float(sample.frame))
                middle = before + (after - before) * (0.5 - previous) / max(share - previous, 1e-9)
            }
            if share > 0.12, share < 0.88 { count += 1 }
            previous = share
            rests += rest
            let other = 1 - share
            contrasts += sample.contrast - other * other * first.contrast - share * share * last.contrast - 2 * share * other * covariance
        }
        guard count >= 2, count >= length / 2, rests < 0.33 * Float(length - 1) else { return nil }
        // What moves is as sharp in between; a mixture of two pictures has less contrast.
        guard contrasts < 0.25 * Float(length - 1) * (usual - mixed) else { return nil }
        let between = samples[(start + end) / 2].thumbnail
        guard FrameChange.common(first.thumbnail, last.thumbnail) < 0.3 else { return nil }
        guard FrameChange.common(first.thumbnail, between) < 0.8, FrameChange.common(between, last.thumbnail) < 0.8 else { return nil }
        return Dissolve(start: first.frame, end: last.frame, middle: Int(middle.rounded()), change: whole)
    }

    /// The share of the last picture in a mixture with the first, and what that leaves unexplained, beside how much the two differ.
    private static func mixture(_ sample: Sample, _ first: Sample, _ last: Sample, _ whole: Float) -> (share: Float, rest: Float) {
        var (product, square) = (Float(0), Float(0))
        for index in sample.values.indices {
            let change = sample.values[index] - first.values[index]
            product += change * (last.values[index] - first.values[index])
            square += change * change
        }
        let count = Float(sample.values.count)
        let share = product / count / (whole * whole)
        let rest = square / count - share * share * whole * whole
        return (share, max(0, rest).squareRoot() / whole)
    }
}
