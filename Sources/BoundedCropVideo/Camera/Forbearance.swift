/// Decides what a window need not follow: it stays, or goes on its way, where that loses less of the faces than a turn would disturb.
///
/// Of all courses, the one with the least sum of what is lost of faces, of movement and of turns is found by a dynamic program over places,
/// directions and the time since the last turn. The corridor is then widened to hold that course, and the path through it turns no more often
/// than it must.
struct Forbearance {
    /// What it costs to lose a whole face for a second, and to lose its padding.
    var (face, padding) = (12.0, 1.0)
    /// What a movement by one side of the window costs: little, since a window that follows somebody who walks is calm.
    var movement = 0.1
    /// What a turn costs, which is a movement against the one before, and what it costs less than a second after another one.
    var (turn, quickTurn) = (1.5, 5.0)

    /// Seconds between two decisions.
    private static let step = 0.125
    private static let placeCount = 160
    /// After so many steps, a turn is not quick.
    private static let calmAge = 8
    /// So many decisions are made at once, of which the first three quarters hold, so that memory does not grow with the length.
    private static let stepsAtOnce = 1024

    /// The corridor, wider where it is calmer to lose a little.
    func widened(_ corridor: Corridor) -> Corridor {
        guard corridor.limit > 0, corridor.places.count > 1 else { return corridor }
        var widened = corridor
        let steps = Self.steps(of: corridor.times)
        var (first, opening): (Int, Int?) = (0, nil)
        while first < steps.count {
            let end = min(steps.count, first + Self.stepsAtOnce)
            let states = states(in: corridor, steps[first..<end], from: opening)
            let kept = end == steps.count ? states.count : states.count * 3 / 4
            for (frames, state) in zip(steps[first...], states.prefix(kept)) {
                let place = corridor.limit * Double(state % Self.placeCount) / Double(Self.placeCount - 1)
                for frame in frames where !corridor.places[frame].isFree { widened.places[frame].widen(to: place) }
            }
            (first, opening) = (first + kept, states[kept - 1])
        }
        widened.goesForward = widened.directions
        return widened
    }

    /// The frames of each step.
    private static func steps(of times: [Double]) -> [Range<Int>] {
        var steps: [Range<Int>] = []
        var start = 0
        while start < times.count {
            var end = start + 1
            while end < times.count, times[end] < times[start] + step - 1e-6 { end += 1 }
            steps.append(start..<end)
            start = end
        }
        return steps
    }

    /// The best states, one for each step. A state is a place, in a row of places for each age of the last turn and for each direction.
    ///
    /// - Parameter opening: The state before; nil for any.
    private func states(in corridor: Corridor, _ steps: ArraySlice<Range<Int>>, from opening: Int?) -> [Int] {
        let (count, ages) = (Self.placeCount, Self.calmAge + 1)
        let movement = movement * corridor.limit / Double(count - 1)
        func row(_ age: Int, _ direction: Int) -> Int { (2 * age + direction) * count }
        let stateCount = 2 * ages * count
        var costs = [Double](repeating: opening == nil ? 0 : .infinity, count: stateCount)
        if let opening { costs[opening] = 0 }
        // The state of the step before from which each is best reached, at the same place; less, or from the place beside it.
        let isBeside = Int16.min
        var sources = [Int16](repeating: 0, count: stateCount * steps.count)
        for (index, frames) in steps.enumerated() {
            let origin = stateCount * index
            let before = costs
            for direction in 0..<2 {
                for place in 0..<count {
                    func reach(_ age: Int, from otherAge: Int, _ otherDirection: Int, _ cost: Double) {
                        let (state, total) = (row(age, direction) + place, before[row(otherAge, otherDirection) + place] + cost)
                        guard total < costs[state] else { return }
                        (costs[state], sources[origin + state]) = (total, Int16(2 * otherAge + otherDirection))
                    }
                    for age in 0..<ages { costs[row(age, direction) + place] = .infinity }
                    for age in 1..<ages { reach(age, from: age - 1, direction, 0) }
                    reach(ages - 1, from: ages - 1, direction, 0)
                    for age in 0..<ages { reach(0, from: age, 1 - direction, age == ages - 1 ? turn : quickTurn) }
                }
            }
            for age in 0..<ages {
                let (forward, back) = (row(age, 0), row(age, 1))
                for place in 1..<count {
                    let (from, to) = (forward + place - 1, forward + place)
                    if costs[from] + movement < costs[to] { (costs[to], sources[origin + to]) = (costs[from] + movement, isBeside) }
                    let (right, left) = (back + count - place, back + count - 1 - place)
                    if costs[right] + movement < costs[left] { (costs[left], sources[origin + left]) = (costs[right] + movement, isBeside) }
                }
            }
            let losses = losses(in: corridor, frames)
            for state in 0..<stateCount { costs[state] += losses[state % count] }
        }
        var state = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        return steps.indices.reversed().map { step in
            let reached = state
            let origin = stateCount * (step - steps.startIndex)
            while sources[origin + state] == isBeside { state += state / count % 2 == 0 ? -1 : 1 }
            state = Int(sources[origin + state]) * count + state % count
            return reached
        }.reversed()
    }

    /// What is lost in some frames, for each place.
    private func losses(in corridor: Corridor, _ frames: Range<Int>) -> [Double] {
        let distance = corridor.limit / Double(Self.placeCount - 1)
        var losses = [Double](repeating: 0, count: Self.placeCount)
        for frame in frames where !corridor.places[frame].isFree {
            let limits = corridor.places[frame]
            let next = frame + 1 < corridor.times.count ? corridor.times[frame + 1] : corridor.times[frame] + Self.step / 4
            let seconds = min(next - corridor.times[frame], 1)
            for index in losses.indices {
                let place = Double(index) * distance
                let whole = max(0, limits.wholeLow - place, place - limits.wholeHigh)
                let padded = max(0, limits.low - place, place - limits.high)
                losses[index] += seconds * (face * whole + padding * padded) / limits.face
            }
        }
        return losses
    }
}

extension Corridor.Place {
    fileprivate mutating func widen(to place: Double) {
        (low, high) = (min(low, place), max(high, place))
        (wholeLow, wholeHigh) = (min(wholeLow, place), max(wholeHigh, place))
    }
}
