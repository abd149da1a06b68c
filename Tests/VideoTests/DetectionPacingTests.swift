import BoundedCrop
import BoundedCropVideo
import Foundation
import Testing

@Suite struct DetectionPacingTests {
    private func share(_ video: MadeVideo) -> Double {
        let frames = video.observations(isPaced: true)
        return Double(frames.filter { $0.features != nil }.count) / Double(frames.count)
    }

    @Test func fewFramesAreLookedAtWhereNothingMoves() {
        #expect(share(MadeVideo(seconds: 10) { _ in [MadeVideo.face(0.4)] }) < 0.15)
        #expect(share(MadeVideo(seconds: 10) { _ in [] }) <= 0.1)
    }

    @Test func moreFramesAreLookedAtTheFasterFacesMove() {
        let slow = share(MadeVideo(seconds: 4) { [MadeVideo.face(0.3 + 0.05 * $0)] })
        let fast = share(MadeVideo(seconds: 4) { [MadeVideo.face(0.1 + 0.2 * $0)] })
        #expect(slow < fast && fast > 0.4)
    }

    @Test func theFirstFramesOfAShotAreLookedAt() {
        let video = MadeVideo(seconds: 6, view: { .init(ground: $0 < 3.01 ? 1 : 2) }) { _ in [MadeVideo.face(0.4)] }
        let looked = video.observations(isPaced: true).map { $0.features != nil }
        #expect(looked[0] && looked[91] && looked[92])
    }

    @Test func noFrameIsLeftForLong() {
        let times = (0..<100).map { Double($0) * 0.7 }
        let video = MadeVideo(seconds: 0, times: times) { _ in [MadeVideo.face(0.4)] }
        #expect(share(video) == 1)
    }
}
