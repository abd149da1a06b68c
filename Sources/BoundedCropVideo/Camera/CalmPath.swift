/// The calmest path through a corridor: the one with the least energy, which is also the one of the least movement, under limits of speed and
/// acceleration. Where they do not allow to stay inside, it leaves the corridor as little as possible, and what is to be whole last.
///
/// The path is a quadratic spline with knots at even times, so its acceleration is constant between knots: limits at its control points hold
/// everywhere. They are the solution of a quadratic program, by an interior point method (S. Mehrotra, "On the implementation of a
/// primal-dual interior point method", 1992) whose matrices have five diagonals: its time grows with the number of frames.
struct CalmPath {
    var maximumSpeed: Double
    var maximumAcceleration: Double

    /// The places at the corridor's times.
    func places(in corridor: Corridor) -> [Double] {
        let (times, count) = (corridor.times, corridor.times.count)
        guard count > 1, corridor.limit > 0 else { return .init(repeating: min(corridor.still ?? 0, corridor.limit), count: count) }
        let centered = corridor.centered
        var places: [Double] = []
        places.reserveCapacity(count)
        // In parts, so that memory does not grow with the length: each goes on from the one before, and looks ahead.
        var (start, opening): (Int, (Double, Double)?) = (0, nil)
        while start < count {
            let end = min(count, start + Self.framesAtOnce)
            var spline = solve(corridor, centered, start..<end, opening, costs: [Self.paddingCost])
            if breaks(spline, corridor, start..<end) {
                spline = solve(corridor, centered, start..<end, opening, costs: [Self.paddingCost, Self.wholeCost])
            }
            let isLast = end == count
            let kept = isLast ? spline.intervals : max(1, spline.intervals * 3 / 4)
            let endTime = isLast ? .infinity : times[start] + Double(kept) * spline.step
            // The first frame is where the part begins only for the first part.
            let origin = spline.origin
            while places.count < end, times[places.count] < endTime || isLast {
                places.append(min(max(spline.value(at: times[places.count] - origin), 0), corridor.limit))
            }
            (start, opening) = isLast ? (count, nil) : (places.count, spline.state(at: times[places.count] - origin))
        }
        return places
    }

    private static let framesAtOnce = 4096
    /// Seconds between knots.
    private static let longestStep = 0.1
    /// How much the change of speed counts beside the speed, in seconds squared.
    private static let smoothness = 0.006
    /// The costs of leaving the corridor at one frame, beside an energy of 1 for a side of the window in a second.
    private static let (paddingCost, wholeCost) = (5.0, 3000.0)

    /// Whether something is not whole that is to be.
    private func breaks(_ spline: Spline, _ corridor: Corridor, _ frames: Range<Int>) -> Bool {
        frames.contains { frame in
            let (value, place) = (spline.value(at: corridor.times[frame] - spline.origin), corridor.places[frame])
            return !place.isFree && (value < place.wholeLow - 1e-6 || value > place.wholeHigh + 1e-6)
        }
    }

    private func solve(
        _ corridor: Corridor,
        _ centered: [(low: Double, high: Double)],
        _ frames: Range<Int>,
        _ opening: (place: Double, speed: Double)?,
        costs: [Double]
    ) -> Spline {
        let origin = corridor.times[frames.lowerBound]
        let duration = max(corridor.times[frames.upperBound - 1] - origin, 1e-6)
        let intervals = max(1, Int((duration / Self.longestStep).rounded(.up)))
        let step = duration / Double(intervals)
        let count = intervals + 2
        var program = BandedProgram(count: count)
        for index in 1..<count { program.addSquare(at: index - 1, [-1, 1], weight: 2 / step) }
        for index in 2..<count { program.addSquare(at: index - 2, [1, -2, 1], weight: 2 * Self.smoothness / (step * step * step)) }
        for index in 0..<count {
            program.add(at: index, [1], below: corridor.limit)
            program.add(at: index, [-1], below: 0)
        }
        // A little less, for what rounding adds.
        let (farthest, sharpest) = (0.99 * maximumSpeed * step, 0.99 * maximumAcceleration * step * step)
        var frame = frames.lowerBound
        for index in 1..<count {
            // The frame at the knot at which the window has this speed.
            while frame + 1 < frames.upperBound, corridor.times[frame] < origin + Double(index - 1) * step { frame += 1 }
            let goesForward = corridor.goesForward.isEmpty ? nil : corridor.goesForward[frame]
            program.add(at: index - 1, [-1, 1], below: goesForward == false ? 0 : farthest)
            program.add(at: index - 1, [1, -1], below: goesForward == true ? 0 : farthest)
        }
        for index in 2..<count {
            program.add(at: index - 2, [1, -2, 1], below: sharpest)
            program.add(at: index - 2, [-1, 2, -1], below: sharpest)
        }
        for frame in frames where !corridor.places[frame].isFree {
            let (first, weights) = Spline.weights(at: corridor.times[frame] - origin, step: step, intervals: intervals)
            let opposite = weights.map { -$0 }
            let place = corridor.places[frame]
            let limits = [(centered[frame].low, centered[frame].high), (place.wholeLow, place.wholeHigh)]
            for (limits, cost) in zip(limits, costs) {
                program.add(at: first, weights, below: limits.1, cost: cost)
                program.add(at: first, opposite, below: -limits.0, cost: cost)
            }
        }
        var initial = [Double](repeating: corridor.limit / 2, count: count)
        if let opening {
            let half = opening.speed * step / 2
            initial[0] = opening.place - half
            initial[1] = opening.place + half
            program.fixFirstTwo(initial[0], initial[1])
        }
        return Spline(origin: origin, step: step, points: program.solution(from: initial))
    }
}

/// A quadratic spline with knots at even times.
struct Spline {
    var origin: Double
    var step: Double
    var points: [Double]

    var intervals: Int { points.count - 2 }

    /// The first of the three control points that determine the value at a time, and their weights.
    static func weights(at time: Double, step: Double, intervals: Int) -> (first: Int, weights: [Double]) {
        let place = time / step
        let first = min(max(Int(place), 0), intervals - 1)
        let share = min(max(place - Double(first), 0), 1)
        return (first, [(1 - share) * (1 - share) / 2, 0.5 + share - share * share, share * share / 2])
    }

    func value(at time: Double) -> Double {
        let (first, weights) = Self.weights(at: time, step: step, intervals: intervals)
        return weights[0] * points[first] + weights[1] * points[first + 1] + weights[2] * points[first + 2]
    }

    /// The place, and the speed for each second.
    func state(at time: Double) -> (Double, Double) {
        let (first, _) = Self.weights(at: time, step: step, intervals: intervals)
        let share = min(max(time / step - Double(first), 0), 1)
        let (before, after) = (points[first + 1] - points[first], points[first + 2] - points[first + 1])
        return (value(at: time), ((1 - share) * before + share * after) / step)
    }
}
