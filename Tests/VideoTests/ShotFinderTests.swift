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

    private func boundaries(_ video: MadeVideo) -> [ShotFinder.Boundary] {
        var finder = ShotFinder()
        for (index, view) in video.views.enumerated() { finder.add(view.thumbnail(noise: index), at: video.times[index]) }
        finder.finish()
        return finder.boundaries
    }
}
