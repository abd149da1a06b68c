import BoundedCrop
import BoundedCropEffects
import Testing

@testable import BoundedCropVideo

/// Faces that a search loses.
@Suite struct LostFaceTests {
    private static let size = PixelSize(width: 1000, height: 500)

    /// A face that is found in these frames of 100, ten in a second.
    private func tracks(_ frames: [Range<Int>], _ x: (Int) -> Double = { _ in 400 }, cuts: Set<Int> = []) -> [FeatureTrack] {
        let found = (0..<100).map { frame in
            frames.contains { $0.contains(frame) } ? [Rect(x: x(frame), y: 200, width: 80, height: 100)] : []
        }
        return VideoRedaction.tracks(of: found, times: Self.times, cuts: cuts, size: Self.size)
    }

    private static let times = (0..<100).map { Double($0) / 10 }

    private func lost(_ frames: [Range<Int>], x: (Int) -> Double = { _ in 400 }, cuts: Set<Int> = []) -> [LostFace] {
        LostFace.all(in: tracks(frames, x, cuts: cuts), times: Self.times, cuts: cuts, size: Self.size)
    }

    @Test func `a face that is missed is hidden where it may be, and no longer than half a second at its ends`() {
        var hidden: [Int: Rect] = [:]
        for track in tracks([10..<20, 25..<40], { Double($0) * 8 }) { track.missed(times: Self.times, cuts: []) { hidden[$0] = $1 } }
        #expect(hidden.keys.sorted() == Array(5..<10) + Array(20..<25) + Array(40..<45))
        #expect(hidden[22] == Rect(x: 19 * 8, y: 200, width: 80 + 6 * 8, height: 100))
        #expect(hidden[44] == Rect(x: 39 * 8, y: 200, width: 80, height: 100))
        hidden = [:]
        for track in tracks([10..<20], cuts: [8, 20]) { track.missed(times: Self.times, cuts: [8, 20]) { hidden[$0] = $1 } }
        #expect(hidden.keys.sorted() == [8, 9])
    }

    @Test func `a face of which people have said what becomes of it is not lost`() throws {
        let face = Rect(x: 400, y: 200, width: 80, height: 100)
        func lost(_ correction: RedactionCorrection) -> [LostFace] {
            LostFace.all(in: tracks([0..<40]), times: Self.times, cuts: [], size: Self.size, besides: correction)
        }
        let missed = try #require(lost(RedactionCorrection()).first)
        #expect(lost(RedactionCorrection(hide: [.init(face)])).isEmpty && lost(RedactionCorrection(show: [.init(face)])).isEmpty)
        #expect(lost(RedactionCorrection(hide: [.init(face, from: missed.from, to: missed.to)])).isEmpty)
        // Neither for a part of the time, nor by two places that leave a gap.
        #expect(lost(RedactionCorrection(hide: [.init(face, from: missed.from, to: missed.to - 1)])) == [missed])
        #expect(lost(RedactionCorrection(hide: [.init(face, to: missed.from + 1), .init(face, from: missed.to - 1)])) == [missed])
        #expect(lost(RedactionCorrection(hide: [.init(Rect(x: 0, y: 0, width: 80, height: 100))])) == [missed])
    }

    @Test func `of two faces side by side, the one that is missed is hidden all the same`() {
        let (one, other) = (Rect(x: 400, y: 200, width: 80, height: 100), Rect(x: 490, y: 200, width: 80, height: 100))
        let found = (0..<20).map { (8..<12).contains($0) ? [one] : [one, other] }
        let times = Array(Self.times.prefix(20))
        let tracks = VideoRedaction.tracks(of: found, times: times, cuts: [], size: Self.size)
        #expect(tracks.count == 2)
        var hidden: [Int: [Rect]] = [:]
        for track in tracks { track.missed(times: times, cuts: []) { hidden[$0, default: []].append($1) } }
        #expect(hidden == Dictionary(uniqueKeysWithValues: (8..<12).map { ($0, [other]) }))
    }

    @Test func `a small face before a large one is hidden when the large one has gone`() {
        let (large, small) = (Rect(x: 300, y: 100, width: 200, height: 250), Rect(x: 380, y: 200, width: 40, height: 50))
        let found = (0..<20).map { $0 <= 10 ? [large, small] : [Rect(x: large.x + 30 * Double($0), y: 100, width: 200, height: 250)] }
        let times = Array(Self.times.prefix(20))
        var hidden: [Int] = []
        for track in VideoRedaction.tracks(of: found, times: times, cuts: [], size: Self.size) {
            track.missed(times: times, cuts: []) { if $1.intersectionOverUnion(small) > 0.5 { hidden.append($0) } }
        }
        #expect(hidden.min() == 11 && hidden.count > 3)
    }

    @Test func `what two detectors find of one face is one face`() {
        let places = [Rect(x: 400, y: 200, width: 80, height: 100), Rect(x: 395, y: 190, width: 100, height: 120)]
        let tracks = VideoRedaction.tracks(of: [places, places], times: [0, 0.1], cuts: [], size: Self.size)
        #expect(tracks.count == 1 && tracks[0].first.feature.rectangle == Rect(x: 395, y: 190, width: 100, height: 120))
    }

    @Test func `a face that is always found, or for a moment not, is not lost`() {
        #expect(lost([0..<100]).isEmpty)
        #expect(lost([0..<40, 49..<100]).isEmpty)
    }

    @Test func `a face that is missed for long is lost between`() {
        let found = lost([0..<40, 70..<100])
        #expect(found.count == 1 && abs(found[0].from - 4.4) < 1e-9 && abs(found[0].to - 6.5) < 1e-9)
        #expect(found[0].text == "a face may be visible from 0:04.4 to 0:06.5, in the shot from 0:00.0 to 0:09.9")
    }

    @Test func `a face that vanishes in the middle of the frame is lost, and one that leaves at an edge is not`() {
        #expect(lost([0..<40]).count == 1)
        #expect(lost([0..<40], x: { 40 + Double(40 - $0) * 10 - 30 }).isEmpty)
        #expect(lost([60..<100]).count == 1)
    }

    @Test func `times that overlap are one, with the number of faces`() {
        let found = (0..<100).map { frame -> [Rect] in
            let places = [Rect(x: 300, y: 200, width: 80, height: 100), Rect(x: 600, y: 200, width: 80, height: 100)]
            return frame < 40 ? places : frame < 50 ? [places[0]] : []
        }
        let tracks = VideoRedaction.tracks(of: found, times: Self.times, cuts: [], size: Self.size)
        let lost = LostFace.all(in: tracks, times: Self.times, cuts: [], size: Self.size)
        #expect(lost.count == 1 && lost[0].faces == 2 && abs(lost[0].from - 4.4) < 1e-9)
        #expect(lost[0].text == "2 faces may be visible from 0:04.4 to 0:09.9, in the shot from 0:00.0 to 0:09.9")
    }

    @Test func `a cut ends what is looked for`() {
        #expect(lost([0..<40], cuts: [40]).isEmpty)
    }
}
