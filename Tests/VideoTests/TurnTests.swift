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

    @Test(arguments: [CameraOptions.WhenApart.cut, .speaker], [false, true])
    func `others are shown while those who are shown turn away`(whenApart: CameraOptions.WhenApart, isPaced: Bool) throws {
        let video = MadeVideo(seconds: 8) { time in
            (time >= 3 && time < 4.6 ? [] : [MadeVideo.face(0.15, side: 0.2)]) + [MadeVideo.face(0.9)]
        }
        let path = try path(video, whenApart, isPaced)
        let empty = video.times.indices.filter { frame in !video.faces[frame].contains { path.window(frame: frame).contains($0) } }
        #expect(empty.count <= 3, "\(empty)")
        #expect(path.shots.count > 1 && path.shots.allSatisfy { $0.motion == .still })
    }

    @Test(arguments: [false, true]) func `who looks aside for a moment is waited for`(isPaced: Bool) throws {
        let video = MadeVideo(seconds: 4) { time in
            (time >= 2 && time < 2.4 ? [] : [MadeVideo.face(0.15, side: 0.2)]) + [MadeVideo.face(0.9)]
        }
        #expect(try path(video, .cut, isPaced).shots.map(\.motion) == [.still])
    }

    private func path(_ video: MadeVideo, _ whenApart: CameraOptions.WhenApart, _ isPaced: Bool) throws -> CameraPath {
        var options = CameraOptions(CropRequest(.aspect(AspectRatio(9, 16))))
        options.whenApart = whenApart
        return try CameraAnalysis.path(frames: video.observations(isPaced: isPaced), size: video.size, options: options)
    }
}
