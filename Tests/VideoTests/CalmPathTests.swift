import Testing

@testable import BoundedCropVideo

@Suite struct CalmPathTests {
    private let calm = CalmPath(maximumSpeed: 3, maximumAcceleration: 4)

    @Test(arguments: 0..<24) func aPathHoldsItsCorridorWithLittleMoreThanTheLeastMovement(seed: Int) {
        let made = MadeCorridor(seed: seed, frames: 60 + 20 * seed, rate: [24, 25, 30, 50, 60][seed % 5])
        let corridor = made.corridor
        guard corridor.still == nil else { return }
        let places = calm.places(in: corridor)
        #expect(places.count == corridor.times.count)
        for (place, limits) in zip(places, corridor.places) {
            #expect(place > limits.low - 1e-5 && place < limits.high + 1e-5)
            #expect(place >= 0 && place <= corridor.limit)
        }
        let movement = zip(places, places.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
        #expect(movement <= 1.2 * corridor.leastMovement + 1e-4)
        #expect(movement >= corridor.leastMovement - 1e-4)
        let (speed, acceleration) = extremes(places, corridor.times)
        #expect(speed <= 3)
        #expect(acceleration <= 4)
    }

    /// One that is thrown about cannot be held: the limits of the camera come first.
    @Test(arguments: 0..<12) func limitsHoldWhateverTheCorridorWants(seed: Int) {
        var random = Noise(seed: seed)
        let times = (0..<150).reduce(into: [0.0]) { times, _ in times.append((times.last ?? 0) + 0.005 + 0.07 * random.next()) }
        let places = times.map { _ in
            let low = 2 * random.next()
            return Corridor.Place(low: low, high: low + 0.1, wholeLow: low, wholeHigh: low + 0.1, ideal: low)
        }
        let found = calm.places(in: Corridor(times: times, places: places, limit: 2.1))
        let (speed, acceleration) = extremes(found, times)
        #expect(speed <= 3 && acceleration <= 4)
        #expect(found.allSatisfy { $0 >= 0 && $0 <= 2.1 })
    }

    /// The least movement, beside a search through all places of a grid.
    @Test(arguments: 0..<40) func theLeastMovementIsThatOfASearchThroughAllPlaces(seed: Int) {
        var random = Noise(seed: seed)
        let intervals = (0..<12).map { _ in
            let low = Int(random.next() * 16)
            return (low, low + Int(random.next() * 6))
        }
        var costs = (0...22).map { intervals[0].0...intervals[0].1 ~= $0 ? 0.0 : .infinity }
        for (low, high) in intervals.dropFirst() {
            costs = costs.indices.map { place in
                guard low...high ~= place else { return .infinity }
                return costs.enumerated().map { $1 + Double(abs($0 - place)) }.min() ?? .infinity
            }
        }
        #expect(Corridor.least(intervals.map { (Double($0.0), Double($0.1)) }).movement == costs.min())
    }

    /// The whole program, beside a search through all paths on a grid of places and speeds.
    @Test(arguments: 0..<6) func aPathMovesAboutAsLittleAsAnyUnderTheSameLimits(seed: Int) throws {
        let made = MadeCorridor(seed: 100 + seed, frames: 25, rate: 10)
        let corridor = made.corridor
        let best = try #require(LeastPath(corridor, maximumSpeed: 3, maximumAcceleration: 4).movement)
        let places = calm.places(in: corridor)
        let movement = zip(places, places.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
        #expect(movement <= 1.2 * best + 0.02)
    }

    @Test func whatMustBeWholeIsHeldBeforePadding() {
        let times = (0..<60).map { Double($0) / 30 }
        // In a third of a second to the other side: no camera does that with all of the padding.
        let places = times.map { time in
            let low = time < 1 ? 0.0 : 0.5
            return Corridor.Place(low: low, high: low + 0.02, wholeLow: max(0, low - 0.4), wholeHigh: low + 0.42, ideal: low)
        }
        let found = calm.places(in: Corridor(times: times, places: places, limit: 2))
        for (place, limits) in zip(found, places) { #expect(place > limits.wholeLow - 1e-4 && place < limits.wholeHigh + 1e-4) }
    }

    @Test func aCorridorWithRoomForOnePlaceGivesAStillWindow() {
        let places = (0..<50).map { frame in
            let low = 0.3 + 0.1 * Double(frame % 7) / 7
            return Corridor.Place(low: low, high: low + 0.3, wholeLow: low, wholeHigh: low + 0.3, ideal: low + 0.15)
        }
        let corridor = Corridor(times: (0..<50).map { Double($0) / 25 }, places: places, limit: 1)
        #expect(corridor.leastMovement == 0)
        #expect(abs((corridor.still ?? 0) - 0.49) < 0.02)
    }

    @Test(arguments: [1, 2, 3]) func fewFramesHaveAPath(count: Int) {
        let places = (0..<count).map { frame in
            Corridor.Place(
                low: Double(frame),
                high: Double(frame) + 0.1,
                wholeLow: Double(frame),
                wholeHigh: Double(frame) + 0.1,
                ideal: Double(frame)
            )
        }
        let found = calm.places(in: Corridor(times: (0..<count).map { Double($0) / 25 }, places: places, limit: 3))
        #expect(found.count == count && found.allSatisfy { $0.isFinite })
    }

    /// In parts, each of which knows only some of what comes.
    @Test func aLongPathIsAsGoodAsAShortOne() {
        let made = MadeCorridor(seed: 7, frames: 6000, rate: 60)
        let places = calm.places(in: made.corridor)
        let movement = zip(places, places.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
        #expect(movement <= 1.2 * made.corridor.leastMovement)
        let (speed, acceleration) = extremes(places, made.corridor.times)
        #expect(speed <= 3 && acceleration <= 4)
        #expect(zip(places, made.corridor.places).allSatisfy { $0 > $1.low - 1e-5 && $0 < $1.high + 1e-5 })
    }

    private func extremes(_ places: [Double], _ times: [Double]) -> (speed: Double, acceleration: Double) {
        var (speeds, fastest, sharpest): ([Double], Double, Double) = ([], 0, 0)
        for index in places.indices.dropFirst() {
            let speed: Double = (places[index] - places[index - 1]) / (times[index] - times[index - 1])
            fastest = max(fastest, abs(speed))
            if let last = speeds.last { sharpest = max(sharpest, abs(2 * (speed - last) / (times[index] - times[index - 2]))) }
            speeds.append(speed)
        }
        return (fastest, sharpest)
    }
}

/// Where a window holds somebody who goes about.
private struct MadeCorridor {
    var corridor: Corridor

    init(seed: Int, frames: Int, rate: Double) {
        var random = Noise(seed: seed)
        let limit = 2.2
        var (place, speed, goal) = (limit * random.next(), 0.0, limit * random.next())
        var places: [Corridor.Place] = []
        for _ in 0..<frames {
            if random.next() < 0.5 / rate { goal = limit * random.next() }
            speed += min(max(4 * (goal - place) - 3 * speed, -2), 2) / rate
            place = min(max(place + speed / rate, 0), limit)
            let low = max(0, place - 0.3 + 0.02 * random.next())
            let high = min(limit, place + 0.3 - 0.02 * random.next())
            places.append(
                .init(
                    low: low,
                    high: high,
                    wholeLow: max(0, low - 0.1),
                    wholeHigh: min(limit, high + 0.1),
                    ideal: min(max(place, low), high)
                )
            )
        }
        corridor = Corridor(times: (0..<frames).map { Double($0) / rate }, places: places, limit: limit)
    }
}

/// The least movement of a path under limits, by a search through places and speeds on a grid.
private struct LeastPath {
    var movement: Double?

    init(_ corridor: Corridor, maximumSpeed: Double, maximumAcceleration: Double) {
        let step = corridor.times[1] - corridor.times[0]
        let grid = maximumAcceleration * step * step / 2
        let count = Int(corridor.limit / grid) + 1
        let fastest = Int(maximumSpeed * step / grid)
        let speeds = -fastest...fastest
        func isInside(_ place: Int, _ frame: Int) -> Bool {
            let value = Double(place) * grid
            return value >= corridor.places[frame].low && value <= corridor.places[frame].high
        }
        var costs = [Int?](repeating: nil, count: count * speeds.count)
        for place in 0..<count where isInside(place, 0) {
            for index in 0..<speeds.count { costs[place * speeds.count + index] = 0 }
        }
        for frame in 1..<corridor.times.count {
            var next = [Int?](repeating: nil, count: costs.count)
            for place in 0..<count {
                for (index, speed) in speeds.enumerated() {
                    guard let cost = costs[place * speeds.count + index] else { continue }
                    for change in -2...2 where speeds.contains(speed + change) {
                        let other = place + speed + change
                        guard other >= 0, other < count, isInside(other, frame) else { continue }
                        let total = cost + abs(speed + change)
                        let slot = other * speeds.count + index + change
                        if total < next[slot] ?? .max { next[slot] = total }
                    }
                }
            }
            costs = next
        }
        movement = costs.compactMap(\.self).min().map { Double($0) * grid }
    }
}
