import Foundation
import Testing

@testable import BoundedCropVideo

/// When the window does not follow.
@Suite struct ForbearanceTests {
    private let calm = CalmPath(maximumSpeed: 3, maximumAcceleration: 4)

    /// Where a window must be for a face whose middle moves, in sides of the window.
    private func corridor(seconds: Double, face: Double, _ middle: (Double) -> Double) -> Corridor {
        let times = (0..<Int(seconds * 30)).map { Double($0) / 30 }
        let limit = 2.2
        let places = times.map { time in
            let (low, high) = (middle(time) - face / 2, middle(time) + face / 2)
            let padding = min(0.3 * face, 0.45 * (1 - face))
            return Corridor.Place(
                low: max(0, high + padding - 1),
                high: min(limit, low - padding),
                wholeLow: max(0, high - 1),
                wholeHigh: min(limit, low),
                ideal: min(max(middle(time) - 0.5, 0), limit),
                face: face
            )
        }
        return Corridor(times: times, places: places, limit: limit)
    }

    private func path(_ corridor: Corridor) -> [Double] {
        let widened = Forbearance().widened(corridor)
        return widened.still.map { place in corridor.times.map { _ in place } } ?? calm.places(in: widened)
    }

    /// Seconds between turns.
    private func turns(_ places: [Double]) -> [Double] {
        var (last, turns): (Bool?, [Double]) = (nil, [])
        for (index, step) in zip(places, places.dropFirst()).map({ $1 - $0 }).enumerated() where abs(step) > 0.0005 {
            if let last, last != (step > 0) { turns.append(Double(index) / 30) }
            last = step > 0
        }
        return zip(turns, turns.dropFirst()).map { $1 - $0 }
    }

    /// The share of the face that is lost, on average.
    private func loss(_ places: [Double], _ corridor: Corridor) -> Double {
        zip(places, corridor.places).reduce(0) { sum, pair in
            sum + max(0, pair.1.wholeLow - pair.0, pair.0 - pair.1.wholeHigh) / pair.1.face
        } / Double(places.count)
    }

    @Test func aSwayOfAFaceThatHardlyFitsIsNotFollowed() {
        let swaying = corridor(seconds: 20, face: 0.92) { 1.5 + 0.06 * sin($0 * 5) }
        #expect(swaying.still == nil)
        #expect(turns(calm.places(in: swaying)).count > 20)
        let places = path(swaying)
        #expect(turns(places).isEmpty)
        #expect(loss(places, swaying) < 0.04)
    }

    @Test func aShortStepAsideIsNotFollowed() {
        let aside = corridor(seconds: 12, face: 0.4) { 1.5 + ($0 > 6 && $0 < 6.5 ? 0.62 * sin(.pi * ($0 - 6) / 0.5) : 0) }
        #expect(aside.still == nil)
        let places = path(aside)
        #expect((places.max() ?? 0) - (places.min() ?? 0) < 0.05)
        let strict = calm.places(in: aside)
        #expect((strict.max() ?? 0) - (strict.min() ?? 0) > 0.1)
    }

    @Test func whoStaysAwayIsFollowed() {
        let away = corridor(seconds: 12, face: 0.4) { 1.2 + min(max($0 - 4, 0), 1) }
        let places = path(away)
        #expect(loss(places, away) < 0.001)
        #expect(turns(places).isEmpty && places[0] < places[places.count - 1] - 0.2)
    }

    @Test(arguments: 0..<12) func noTurnFollowsAnotherWithinASecondUnlessAFaceWouldBeLost(seed: Int) {
        var random = Noise(seed: seed)
        let waves = (0..<4).map { _ in (speed: 1 + 4 * random.next(), phase: 6 * random.next(), size: 0.1 * random.next()) }
        let moving = corridor(seconds: 20, face: 0.3 + 0.5 * random.next()) { time in
            waves.reduce(1.6) { $0 + $1.size * sin($1.speed * time + $1.phase) }
        }
        let places = path(moving)
        #expect(turns(places).allSatisfy { $0 > 0.9 })
        #expect(loss(places, moving) < 0.03)
        #expect(zip(places, places.dropFirst()).allSatisfy { abs($0 - $1) <= 3.0 / 30 })
    }

    /// In parts, each of which knows only some of what comes.
    @Test func aLongCourseHasNoSeams() {
        let moving = corridor(seconds: 140, face: 0.5) { 1.6 + 0.9 * sin($0 * 0.7) }
        let widened = Forbearance().widened(moving)
        #expect(widened.goesForward.count == moving.times.count)
        #expect(zip(widened.goesForward, widened.goesForward.dropFirst()).count { $0 != $1 } == 31)
        let places = path(moving)
        #expect(loss(places, moving) < 0.001)
        #expect(turns(places).allSatisfy { $0 > 3 })
    }

    @Test(arguments: [1, 2]) func fewFramesHaveACourse(count: Int) {
        var short = corridor(seconds: 1, face: 0.5) { _ in 1 }
        (short.times, short.places) = (Array(short.times.prefix(count)), Array(short.places.prefix(count)))
        #expect(Forbearance().widened(short).places.count == count)
        short.limit = 0
        #expect(Forbearance().widened(short).goesForward.isEmpty)
    }
}
