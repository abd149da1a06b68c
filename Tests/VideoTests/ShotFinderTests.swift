import Foundation
import Testing

@testable import BoundedCropVideo

@Suite struct ShotFinderTests {
    @Test(arguments: [24.0, 25, 29.97, 50, 60]) func cutsAreFoundAtTheirFrames(rate: Double) {
        let video = MadeVideo(seconds: 8, rate: rate, view: { .init(ground: Int($0 + 1e-9)) }, faces: { _ in [] })
        let cuts = video.times.indices.dropFirst().filter { video.views[$0].ground != video.views[$0 - 1].ground }
        #expect(boundaries(video) == cuts.map { .init(frame: $0, isDissolve: false) })
    }

    @Test func aCutInTheLastFramesIsFound() {
        let video = MadeVideo(seconds: 2, view: { .init(ground: $0 < 58.5 / 30 ? 1 : 2) }, faces: { _ in [] })
        #expect(boundaries(video).map(\.frame) == [59])
    }

    @Test func cutsOfVariableFrameRateAreFoundAtTheirFrames() {
        var random = Noise(seed: 5)
        let times = (0..<300).reduce(into: [0.0]) { times, _ in times.append((times.last ?? 0) + 0.01 + 0.06 * random.next()) }
        let video = MadeVideo(seconds: 0, times: times, view: { .init(ground: Int($0 / 1.3)) }, faces: { _ in [] })
        let cuts = video.times.indices.dropFirst().filter { video.views[$0].ground != video.views[$0 - 1].ground }
        #expect(boundaries(video).map(\.frame) == cuts)
    }

    @Test(arguments: [0.4, 0.7, 1, 2]) func aDissolveIsFoundInItsMiddle(seconds: Double) {
        let video = MadeVideo(
            seconds: 6,
            view: { time in .init(ground: 1, other: (2, min(max((time - 3) / seconds + 0.5, 0), 1))) },
            faces: { _ in [] }
        )
        let found = boundaries(video)
        #expect(found.count == 1 && found.allSatisfy(\.isDissolve))
        #expect(found.allSatisfy { abs($0.frame - 90) <= 4 })
    }

    @Test(arguments: [24.0, 30, 60]) func zoomsPansAndShakesAreNoCuts(rate: Double) {
        let zoom = MadeVideo(seconds: 5, rate: rate, view: { .init(ground: 1, zoom: 1 + $0 / 3) }, faces: { _ in [] })
        #expect(boundaries(zoom) == [])
        let pan = MadeVideo(seconds: 5, rate: rate, view: { .init(ground: 2, shift: SIMD2(0.3 * $0, 0)) }, faces: { _ in [] })
        #expect(boundaries(pan) == [])
        let shake = MadeVideo(
            seconds: 5,
            rate: rate,
            view: { .init(ground: 3, shift: SIMD2(0.02 * sin(31 * $0), 0.02 * cos(37 * $0))) },
            faces: { _ in [] }
        )
        #expect(boundaries(shake) == [])
    }

    @Test(arguments: [24.0, 30, 60], [1, 2]) func aFlashIsNoCut(rate: Double, frames: Int) {
        let flash = 2.0..<(2 + (Double(frames) - 0.5) / rate)
        let light = MadeVideo(seconds: 4, rate: rate, view: { .init(ground: 1, light: flash.contains($0) ? 120 : 0) }, faces: { _ in [] })
        #expect(boundaries(light) == [])
        let other = MadeVideo(seconds: 4, rate: rate, view: { .init(ground: flash.contains($0) ? 9 : 1) }, faces: { _ in [] })
        #expect(boundaries(other) == [])
    }

    @Test func lightThatGoesOnIsNoCut() {
        let video = MadeVideo(seconds: 4, view: { .init(ground: 1, light: $0 < 2 ? 0 : 25) }, faces: { _ in [] })
        #expect(boundaries(video) == [])
    }

    @Test("A cut is found at its frame though the next frames move fast", arguments: [24.0, 30])
    func aCutBeforeMotion(rate: Double) {
        let video = MadeVideo(
            seconds: 4,
            rate: rate,
            view: { time in
                let frames = min(max(0, (time - 2) * rate), 8)
                return .init(ground: time < 2 - 1e-6 ? 1 : 2, zoom: pow(0.7, frames), shift: SIMD2(0.05 * frames, 0))
            },
            faces: { _ in [] }
        )
        #expect(boundaries(video) == [.init(frame: Int(2 * rate), isDissolve: false)])
    }

    @Test("A cut to a closer view of the same is found") func aCutToTheSame() {
        let video = MadeVideo(
            seconds: 4,
            view: { $0 < 2 - 1e-6 ? .init(ground: 4) : .init(ground: 4, zoom: 1.8, shift: SIMD2(0.1, 0)) },
            faces: { _ in [] }
        )
        #expect(boundaries(video) == [.init(frame: 60, isDissolve: false)])
    }

    @Test("A flash while the camera moves is no cut", arguments: [24.0, 30, 60]) func aFlashInAPan(rate: Double) {
        let video = MadeVideo(
            seconds: 4,
            rate: rate,
            view: { .init(ground: 1, shift: SIMD2(1.2 * $0, 0), light: abs($0 - 2) < 0.8 / rate ? 90 : 0) },
            faces: { _ in [] }
        )
        #expect(boundaries(video) == [])
    }

    @Test("A flash or a white title between two shots ends the first one, and is none", arguments: [24.0, 30, 60], [0.05, 0.1, 0.5, 1])
    func whiteBetweenShots(rate: Double, seconds: Double) {
        let white = 2.0..<(2 + max(1, (seconds * rate).rounded()) / rate - 0.5 / rate)
        let video = MadeVideo(
            seconds: 5,
            rate: rate,
            view: { .init(ground: $0 < 2 ? 1 : 2, light: white.contains($0 + 1e-6) ? 255 : 0) },
            faces: { _ in [] }
        )
        #expect(boundaries(video) == [.init(frame: Int(2 * rate), isDissolve: false)])
    }

    @Test("Fades through black end a shot where nothing is left of it, and a fade at the beginning none", arguments: [8.0, 24, 60, 120])
    func fades(rate: Double) {
        let video = MadeVideo(
            seconds: 6,
            rate: rate,
            view: { time in
                let (start, end) = (min(time / 0.6, 1), min(max(0, 3 - time) / 0.5, 1))
                let (back, out) = (min(max(0, time - 3.4) / 0.5, 1), min(max(0, 5.9 - time) / 0.5, 1))
                return .init(ground: time < 3.2 ? 1 : 2, gain: time < 3.2 ? min(start, end) : min(back, out))
            },
            faces: { _ in [] }
        )
        let found = boundaries(video)
        #expect(found.count == 1)
        #expect(found.allSatisfy { (2.9...3.1).contains(video.times[$0.frame]) })
    }

    @Test("Dissolves of a few frames are found, also while the camera moves", arguments: [24.0, 30, 60, 120], [5, 8, 15])
    func shortDissolves(rate: Double, frames: Int) {
        for pan in [0, 0.03] {
            let first = Int(2 * rate)
            let video = MadeVideo(
                seconds: 4,
                rate: rate,
                view: { time in
                    let share = ((time - 2) * rate + 1) / Double(frames + 1)
                    return .init(ground: 1, other: (2, min(max(share, 0), 1)), shift: SIMD2(pan * time, 0))
                },
                faces: { _ in [] }
            )
            let found = boundaries(video)
            #expect(found.count == 1 && found.allSatisfy(\.isDissolve))
            #expect(found.allSatisfy { (first - 1...first + frames).contains($0.frame) })
        }
    }

    private func boundaries(_ video: MadeVideo) -> [ShotFinder.Boundary] {
        var finder = ShotFinder()
        for (index, view) in video.views.enumerated() { finder.add(view.thumbnail(noise: index), at: video.times[index]) }
        finder.finish()
        return finder.boundaries
    }
}
