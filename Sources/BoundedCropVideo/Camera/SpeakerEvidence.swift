/// Who of several people seems to speak, from the sound and from how their mouths move.
struct SpeakerEvidence {
    /// For each person and each tenth of a second: how much more they seem to speak than the others, about -1...1; 0 in silence.
    private(set) var scores: [[Double]]
    /// How clear it is who speaks while somebody does, 0...1.
    private(set) var clarity = 0.0

    static let step = 0.1
    private static let rate = SpeechEnergy.rate
    /// Half of the time in which sound and motion are compared, in values of the sound, and how much later or earlier one may be.
    private static let (reach, mostLag) = (12, 3)
    /// Decibels above the noise from which it is speech, and below the loudest.
    private static let (leastAboveNoise, mostBelowLoudest): (Float, Float) = (6, 25)
    /// Decibels from the noise to the loudest.
    private static let leastRange: Float = 10

    /// - Parameters:
    ///   - sound: The sound of the video.
    ///   - motions: How much the mouth of each has moved, with the times in seconds, rising.
    ///   - start: Where the time begins, in seconds.
    ///   - duration: How long it is, in seconds.
    init(_ sound: SpeechEnergy, _ motions: [[(time: Double, motion: Float)]], from start: Double, duration: Double) {
        let count = max(1, Int((duration * Double(Self.rate)).rounded(.up)))
        let (levels, sides) = sound.part(from: start, count: count)
        let sorted = levels.sorted()
        let (noise, loudest) = (sorted[count / 10], sorted[count - 1 - count / 20])
        // In loud noise, only mouths say who speaks.
        let isClear = loudest - noise >= Self.leastRange
        let threshold = isClear ? max(noise + Self.leastAboveNoise, loudest - Self.mostBelowLoudest, -65) : max(noise, -65)
        let speaks = levels.map { $0 >= threshold }
        let mouths = motions.map { Self.series($0, from: start, count: count, quiet: speaks.map(!)) }
        let (sideOf, middleSide) = Self.sides(sides, speaks, mouths)
        let stepCount = max(1, Int((duration / Self.step).rounded(.up)))
        scores = .init(repeating: .init(repeating: 0, count: stepCount), count: motions.count)
        guard motions.count > 1 else { return }
        var (clear, active) = (0.0, 0.0)
        for step in 0..<stepCount {
            let middle = min(count - 1, Int(Double(step) * Self.step * Double(Self.rate)))
            let window = max(0, middle - Self.reach)..<min(count, middle + Self.reach + 1)
            let activity = Double(window.count { speaks[$0] }) / Double(window.count)
            guard activity > 0.2 else { continue }
            let amounts = mouths.map { mouth in window.reduce(0.0) { $0 + Double(mouth[$1]) } / Double(window.count) }
            let total = amounts.reduce(0, +) + Self.stillness
            let side = window.reduce(0.0) { $0 + Double(sides[$1]) } / Double(window.count) - middleSide
            let own = mouths.indices.map { person in
                0.6 * amounts[person] / total + 0.4 * Self.likeness(levels, mouths[person], window) + sideOf[person] * side
            }
            let sum = own.reduce(0, +)
            for person in own.indices {
                scores[person][step] = min(1, 2 * activity) * (own[person] - (sum - own[person]) / Double(own.count - 1))
            }
            clear += max(0, scores.map { $0[step] }.max() ?? 0)
            active += 1
        }
        // In a short time, anything may seem clear.
        clarity = active * Self.step >= 1.5 ? clear / active : 0
    }

    /// A motion that counts as little, beside which the share of each is judged.
    private static let stillness = 0.01

    /// The motions at the times of the sound, without what moves in silence.
    private static func series(_ motions: [(time: Double, motion: Float)], from start: Double, count: Int, quiet: [Bool]) -> [Float] {
        var (sums, counts) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        for (time, motion) in motions where motion.isFinite {
            let index = Int((time - start) * Double(rate))
            guard (0..<count).contains(index) else { continue }
            sums[index] += motion
            counts[index] += 1
        }
        // Where frames are fewer than values of the sound.
        var last: Float = 0
        var values = (0..<count).map { index -> Float in
            if counts[index] > 0 { last = sums[index] / counts[index] }
            return last
        }
        let silent = values.indices.filter { quiet[$0] }.map { values[$0] }
        let base = (silent.count > rate ? silent : values).sorted()
        let floor = base[silent.count > rate ? base.count / 2 : base.count / 5]
        values = values.map { max(0, $0 - floor) }
        return values.indices.map { index in
            let near = max(0, index - 1)..<min(count, index + 2)
            return near.reduce(0) { $0 + values[$1] } / Float(near.count)
        }
    }

    /// How well a motion follows the loudness, 0...1, at the best of a few delays.
    private static func likeness(_ levels: [Float], _ motion: [Float], _ window: Range<Int>) -> Double {
        var best = 0.0
        for lag in -mostLag...mostLag {
            var (sums, squares, product, count) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0, 0.0)
            for index in window where motion.indices.contains(index + lag) {
                let values = SIMD2(Double(max(levels[index], -65)), Double(motion[index + lag]))
                sums += values
                squares += values * values
                product += values.x * values.y
                count += 1
            }
            guard count > 4 else { continue }
            let variances = squares / count - (sums / count) * (sums / count)
            let spread = (max(0, variances.x) * max(0, variances.y)).squareRoot()
            if spread > 1e-6 { best = max(best, (product / count - sums.x * sums.y / (count * count)) / spread) }
        }
        return best
    }

    /// On which side each is heard, from the middle of the sides: what they say about each person, by who moves when it is on which side.
    private static func sides(_ sides: [Float], _ speaks: [Bool], _ mouths: [[Float]]) -> (weights: [Double], middle: Double) {
        let spoken = sides.indices.filter { speaks[$0] }
        guard spoken.count > 2 * rate, mouths.count > 1 else { return (mouths.map { _ in 0 }, 0) }
        func mean(_ value: (Int) -> Double) -> Double { spoken.reduce(0) { $0 + value($1) } / Double(spoken.count) }
        let middle = mean { Double(sides[$0]) }
        let spread = mean { (Double(sides[$0]) - middle) * (Double(sides[$0]) - middle) }
        guard spread > 0.01 else { return (mouths.map { _ in 0 }, middle) }
        let weights = mouths.indices.map { person in
            func lead(_ index: Int) -> Double {
                let total = mouths.reduce(0.0) { $0 + Double($1[index]) }
                return Double(mouths[person][index]) / (total + stillness) - 1 / Double(mouths.count)
            }
            let (own, common) = (mean(lead), mean { lead($0) * (Double(sides[$0]) - middle) })
            let square = mean { (lead($0) - own) * (lead($0) - own) }
            let likeness = square > 0 ? common / (spread * square).squareRoot() : 0
            // Only what is sure.
            return abs(likeness) > 0.3 ? 0.5 * likeness / spread.squareRoot() : 0
        }
        return (weights, middle)
    }
}

/// Chooses who is shown when, by the evidence of who speaks: the sequence with the greatest sum of it, under a least stay.
struct SpeakerChoice {
    /// Seconds that the camera stays with somebody at least, and for which it is there before they begin.
    static let (leastStay, lead) = (1.5, 0.2)
    /// How much evidence a cut needs.
    private static let cutCost = 0.35
    /// The clarity from which it is used.
    static let leastClarity = 0.15

    /// Whom to show in each step.
    ///
    /// - Parameters:
    ///   - scores: For each choice and step, how much speaks for it.
    ///   - step: Seconds.
    static func choices(_ scores: [[Double]], step: Double = SpeakerEvidence.step) -> [Int] {
        guard let count = scores.first?.count, count > 0 else { return [] }
        let ages = max(1, Int((leastStay / step).rounded(.up)))
        let ahead = Int((lead / step).rounded())
        func row(_ choice: Int, _ age: Int) -> Int { choice * ages + age }
        let stateCount = scores.count * ages
        // A stay may begin before the first step.
        var sums = [Double](repeating: 0, count: stateCount)
        var sources = [Int32](repeating: 0, count: stateCount * count)
        for index in 0..<count {
            var next = [Double](repeating: -.infinity, count: stateCount)
            for choice in scores.indices {
                let value = scores[choice][min(count - 1, index + ahead)] * step
                func reach(_ age: Int, from source: Int, _ cost: Double) {
                    let total = sums[source] - cost + value
                    guard total > next[row(choice, age)] else { return }
                    next[row(choice, age)] = total
                    sources[index * stateCount + row(choice, age)] = Int32(source)
                }
                for age in 0..<ages { reach(min(age + 1, ages - 1), from: row(choice, age), 0) }
                guard index > 0 else { continue }
                for other in scores.indices where other != choice { reach(0, from: row(other, ages - 1), cutCost) }
            }
            sums = next
        }
        // The last one stays long enough, too.
        var state = scores.indices.map { row($0, ages - 1) }.max { sums[$0] < sums[$1] } ?? 0
        return (0..<count).reversed().map { index in
            let choice = state / ages
            state = Int(sources[index * stateCount + state])
            return choice
        }.reversed()
    }
}
