/// Where one edge of a window may be along one side of the picture, at the frames of a shot. Lengths are in sides of the window.
struct Corridor {
    /// One frame's limits. `low...high` is where the window holds what it should with all padding, inside the `wholeLow...wholeHigh` where it
    /// holds it without. `ideal` is the best place of them, as in a still picture.
    struct Place {
        var low: Double
        var high: Double
        var wholeLow: Double
        var wholeHigh: Double
        var ideal: Double
        /// How long the smallest face is that it holds.
        var face = 0.3

        /// Anywhere up to a limit.
        static func free(_ limit: Double) -> Place {
            Place(low: 0, high: limit, wholeLow: 0, wholeHigh: limit, ideal: .nan)
        }

        var isFree: Bool { ideal.isNaN }

        /// Whether what it holds is whole.
        func isWhole(at place: Double, within tolerance: Double) -> Bool {
            isFree || place >= wholeLow - tolerance && place <= wholeHigh + tolerance
        }

        /// With this share of the padding.
        func padded(_ share: Double) -> (low: Double, high: Double) {
            (wholeLow + share * (low - wholeLow), wholeHigh + share * (high - wholeHigh))
        }

        /// Nearer to the ideal by a share of the way to it.
        func narrowed(_ share: Double) -> (low: Double, high: Double) {
            isFree ? (low, high) : (low + share * (ideal - low), high + share * (ideal - high))
        }
    }

    /// The times of the frames in seconds, rising.
    var times: [Double]
    var places: [Place]
    /// The farthest place, from 0.
    var limit: Double
    /// Whether the window may only go forward at each frame, or only back; empty if it may do both.
    var goesForward: [Bool] = []

    /// The least movement of anything that is within the intervals, one after the other, and how often it turns.
    ///
    /// The places that are reached with the least movement so far are an interval: the part of it that the next interval holds, or, if there
    /// is none, the next one's nearest end.
    static func least(_ intervals: some Sequence<(low: Double, high: Double)>) -> (movement: Double, turns: Int) {
        var (low, high, movement, turns) = (-Double.infinity, Double.infinity, 0.0, 0)
        var isForward: Bool?
        func move(_ forward: Bool) {
            if let isForward, isForward != forward { turns += 1 }
            isForward = forward
        }
        for next in intervals {
            if next.low > high {
                movement += next.low - high
                move(true)
                (low, high) = (next.low, next.low)
            } else if next.high < low {
                movement += low - next.high
                move(false)
                (low, high) = (next.high, next.high)
            } else {
                (low, high) = (max(low, next.low), min(high, next.high))
            }
        }
        return (movement, turns)
    }

    /// Whether the window goes forward, at each frame, on a course with the fewest turns: each is in the middle between the last frame in which
    /// it must go one way, and the first in which it must go the other way. Empty if it need not go anywhere.
    var directions: [Bool] {
        var (low, high) = (-Double.infinity, Double.infinity)
        var directions: [Bool] = []
        var last: (frame: Int, goesForward: Bool)?
        func move(_ frame: Int, _ goesForward: Bool) {
            let turn = last.map { $0.goesForward == goesForward ? frame : ($0.frame + frame) / 2 } ?? 0
            directions += repeatElement(last?.goesForward ?? goesForward, count: max(0, turn - directions.count))
            directions += repeatElement(goesForward, count: frame + 1 - directions.count)
            last = (frame, goesForward)
        }
        for (frame, place) in places.enumerated() {
            if place.low > high {
                move(frame, true)
                (low, high) = (place.low, place.low)
            } else if place.high < low {
                move(frame, false)
                (low, high) = (place.high, place.high)
            } else {
                (low, high) = (max(low, place.low), min(high, place.high))
            }
        }
        guard let last else { return [] }
        return directions + repeatElement(last.goesForward, count: places.count - directions.count)
    }

    /// The least movement that holds everything with its padding.
    var leastMovement: Double { least.movement }

    private var least: (movement: Double, turns: Int) { Self.least(places.lazy.map { ($0.low, $0.high) }) }

    /// One place for all frames, with as much of the padding as that allows, but at least half of it; nil if there is none. Of several, the
    /// one nearest to the middle one of the ideal places.
    var still: Double? {
        for share in [1, 0.75, 0.5] {
            let low = places.reduce(0) { max($0, $1.padded(share).low) }
            let high = places.reduce(limit) { min($0, $1.padded(share).high) }
            guard low <= high else { continue }
            let ideals = places.lazy.map(\.ideal).filter { !$0.isNaN }.sorted()
            return min(max(ideals.isEmpty ? limit / 2 : ideals[ideals.count / 2], low), high)
        }
        return nil
    }

    /// The corridor nearer to the ideal places, as far as that needs little more movement and no more turns.
    var centered: [(low: Double, high: Double)] {
        let least = self.least
        var (share, step) = (0.0, Self.mostCentering / 2)
        for _ in 0..<6 {
            let narrowed = Self.least(places.lazy.map { $0.narrowed(share + step) })
            if narrowed.movement <= Self.movementForCentering * least.movement, narrowed.turns <= least.turns { share += step }
            step /= 2
        }
        return places.map { $0.narrowed(share) }
    }

    /// Leaves room to take bends gently.
    private static let mostCentering = 0.7
    /// Leaves the rest, up to 1.2, for the limited acceleration.
    private static let movementForCentering = 1.06
}
