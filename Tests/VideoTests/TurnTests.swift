import BoundedCrop
import Testing

@testable import BoundedCropVideo

/// When the camera turns from some people to others.
@Suite struct TurnTests {
    private let video = PixelSize(width: 1920, height: 1080)

    /// The people whom each scene holds, of two who are apart and of whom the second one is larger.
    private func held(_ first: Range<Int>, _ second: Range<Int>) -> [[Int]?] {
        let tracks = [(first, MadeVideo.face(0.2, side: 0.08)), (second, MadeVideo.face(0.8, side: 0.5))].enumerated().map { id, track in
            ShotTrack(id: id, priority: 1, sightings: [.init(Feature(track.1), frame: track.0.lowerBound)], frames: track.0)
        }
        let times = (0..<200).map { Double($0) / 25 }
        let window = PixelSize(width: 608, height: 1080)
        let cast = ShotCast(tracks: tracks, times: times, window: window, size: video, sound: nil, whenApart: .cut)
        return cast.scenes(of: 0..<200).map(\.held)
    }

    @Test func `nobody is turned to for less than half a second`() {
        #expect(held(0..<200, 100..<111) == [[0, 1], [0], [0, 1]])
        #expect(held(0..<200, 100..<125) == [[0, 1], [1], [0, 1]])
        #expect(held(0..<200, 0..<11) == [[0], [0, 1]])
        #expect(held(0..<200, 189..<200) == [[0, 1], [0]])
        #expect(held(0..<11, 0..<200) == [[1], [0, 1]])
    }
}
