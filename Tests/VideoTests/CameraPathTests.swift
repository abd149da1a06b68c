import BoundedCrop
import BoundedCropRendering
import BoundedCropVideo
import Foundation
import Testing

/// Videos whose faces and cuts are known, and what the camera makes of them.
@Suite struct CameraPathTests {
    private typealias Faces = @Sendable (Double) -> [Rect]

    private func path(
        _ video: MadeVideo,
        aspect: AspectRatio = AspectRatio(9, 16),
        isPaced: Bool = false,
        _ change: (inout CameraOptions) -> Void = { _ in }
    ) throws -> CameraPath {
        var options = CameraOptions(CropRequest(.aspect(aspect)))
        change(&options)
        let path = try CameraAnalysis.path(frames: video.observations(isPaced: isPaced), size: video.size, options: options)
        #expect(path.frameCount == video.times.count)
        #expect(path.shots.first?.start == 0 && path.shots.last?.end == video.times.count)
        #expect(zip(path.shots, path.shots.dropFirst()).allSatisfy { $0.end == $1.start })
        for frame in video.times.indices { #expect(path.size.bounds.contains(path.window(frame: frame))) }
        return path
    }

    @Test(arguments: [false, true]) func aSpeakerWhoMovesALittleIsShownByAStillWindow(isPaced: Bool) throws {
        let video = MadeVideo(seconds: 5) { [MadeVideo.face(0.6 + 0.02 * sin($0))] }
        let path = try path(video, isPaced: isPaced)
        #expect(path.shots.map(\.motion) == [.still])
        #expect(path.shots[0].windows.count == 1 && path.shots[0].kept.count == 1)
        #expect(abs(path.window(frame: 0).midX - 0.6 * 1920) < 40)
        #expect(PathScore(path, video).whole == 1)
    }

    @Test(arguments: [24.0, 30, 60], [false, true]) func whoWalksThroughIsFollowedByAPan(rate: Double, isPaced: Bool) throws {
        let video = MadeVideo(seconds: 6, rate: rate) { [MadeVideo.face(-0.1 + 1.2 * $0 / 6)] }
        let path = try path(video, isPaced: isPaced)
        #expect(path.shots.map(\.motion) == [.pan])
        try expectCalm(path, video)
    }

    @Test func twoWhoAreApartAreShownInTurn() throws {
        let video = MadeVideo(seconds: 20) { [MadeVideo.face(0.15 + 0.01 * sin($0)), MadeVideo.face(0.85)] }
        let path = try path(video)
        #expect(path.shots.count > 2 && path.shots.dropFirst().allSatisfy { $0.opening == .people })
        #expect(path.shots.allSatisfy { $0.motion == .still && $0.endTime - $0.startTime > 2 })
        #expect(path.shots.allSatisfy { $0.kept.count == 1 && $0.dropped.map(\.reason) == [.apart] })
        #expect(zip(path.shots, path.shots.dropFirst()).allSatisfy { $0.kept.map(\.id) != $1.kept.map(\.id) })
        try expectCalm(path, video)
    }

    @Test func twoWhoAreApartAreShownByTheLargerOneOrInTheWholePicture() throws {
        let video = MadeVideo(seconds: 20) { _ in [MadeVideo.face(0.15), MadeVideo.face(0.85, side: 0.14)] }
        let largest = try path(video) { $0.whenApart = .largest }
        #expect(largest.shots.map(\.motion) == [.still])
        #expect(largest.window(frame: 9).midX > 960)
        let padded = try path(video) { $0.whenApart = .pad }
        #expect(padded.shots.map(\.motion) == [.pad])
        #expect(padded.window(frame: 9) == video.size.bounds)
    }

    @Test func thoseWhoComeTogetherAreShownTogether() throws {
        let video = MadeVideo(seconds: 12) { time in
            [MadeVideo.face(0.35), MadeVideo.face(0.8 - 0.3 * min(max((time - 3) / 3, 0), 1))]
        }
        for whenApart in CameraOptions.WhenApart.allCases {
            let path = try path(video) { $0.whenApart = whenApart }
            let window = path.window(frame: 330)
            #expect(video.faces[330].allSatisfy { window.contains($0) }, "\(whenApart)")
            #expect(PathScore(path, video).whole >= 0.99, "\(whenApart)")
        }
    }

    @Test(arguments: [24.0, 30, 60], [false, true]) func cutsEachSecondAreFollowedAtTheirFrames(rate: Double, isPaced: Bool) throws {
        let video = MadeVideo(seconds: 10, rate: rate, view: { .init(ground: Int($0 + 1e-9)) }) { time in
            [MadeVideo.face(0.15 + 0.7 * Double(Int(time + 1e-9) % 4) / 3)]
        }
        let path = try path(video, isPaced: isPaced)
        #expect(path.shots.map(\.start) == (0..<10).map { Int((Double($0) * rate).rounded()) })
        #expect(path.shots.allSatisfy { $0.motion == .still })
        #expect(PathScore(path, video).whole == 1)
    }

    @Test func aDissolveIsNoCutWhereOneWindowHoldsBoth() throws {
        func video(_ places: (Double, Double)) -> MadeVideo {
            MadeVideo(seconds: 6, view: { .init(ground: 1, other: (2, min(max($0 - 2.5, 0), 1))) }) { time in
                [MadeVideo.face(time < 3 ? places.0 : places.1)]
            }
        }
        let near = try path(video((0.45, 0.55)))
        #expect(near.shots.map(\.opening) == [.start, .dissolve])
        #expect(near.window(frame: 0) == near.window(frame: 179))
        let far = try path(video((0.2, 0.8)))
        #expect(far.shots.map(\.opening) == [.start, .dissolve])
        #expect(PathScore(far, video((0.2, 0.8))).whole >= 0.99)
    }

    @Test(arguments: [false, true]) func zoomsAndShakesAreNoCuts(isPaced: Bool) throws {
        let zoom = MadeVideo(seconds: 6, view: { .init(ground: 1, zoom: 1 + $0 / 4) }) { time in
            [MadeVideo.face(0.5 + 0.1 * (1 + time / 4), side: 0.1 * (1 + time / 4))]
        }
        try expectCalm(try path(zoom, isPaced: isPaced), zoom, shots: 1)
        let shake = MadeVideo(seconds: 6, view: { .init(ground: 1, shift: SIMD2(0.02 * sin($0 * 31), 0.02 * cos($0 * 37))) }) { time in
            [MadeVideo.face(0.4 - 0.02 * sin(time * 31))]
        }
        let path = try path(shake, isPaced: isPaced)
        #expect(path.shots.map(\.motion) == [.still])
        try expectCalm(path, shake, shots: 1)
    }

    @Test(arguments: [false, true]) func whoIsHiddenForAMomentIsHeldAllTheTime(isPaced: Bool) throws {
        var video = MadeVideo(seconds: 6) { [MadeVideo.face(0.3 + 0.08 * $0)] }
        for (index, time) in video.times.enumerated() where time > 2 && time < 3.2 { video.found[index] = [] }
        let path = try path(video, isPaced: isPaced)
        #expect(path.shots.flatMap(\.kept).count == 1)
        try expectCalm(path, video, shots: 1)
    }

    @Test(arguments: [false, true]) func theOthersAreHeldWhenSomeoneLeaves(isPaced: Bool) throws {
        let video = MadeVideo(seconds: 8) { [MadeVideo.face(0.35), MadeVideo.face(0.5 + max(0, $0 - 3) * 0.2)] }
        let path = try path(video, isPaced: isPaced)
        try expectCalm(path, video, shots: 1)
        #expect(path.window(frame: 230).contains(video.faces[230][0]))
    }

    @Test func whoLeftAtAnEdgeIsNotWaitedFor() throws {
        // Away for 1.4 s.
        let video = MadeVideo(seconds: 4) { time in
            [MadeVideo.face(0.2 - 0.15 * (2 - abs(time - 2)), side: 0.14), MadeVideo.face(0.7)].filter { $0.maxX > 60 }
        }
        let path = try path(video) { $0.whenApart = .largest }
        #expect(path.window(frame: 60).contains(MadeVideo.face(0.7)))
    }

    @Test func othersAreShownWhileThoseWhoAreHeldAreAway() throws {
        let video = MadeVideo(seconds: 12) { time in
            let large = time > 4 && time < 8 ? [] : [MadeVideo.face(0.15, side: 0.2)]
            return large + [MadeVideo.face(0.5), MadeVideo.face(0.9)]
        }
        for whenApart in [CameraOptions.WhenApart.cut, .largest] {
            let path = try path(video) { $0.whenApart = whenApart }
            let empty = video.times.indices.filter { frame in !video.faces[frame].contains { path.window(frame: frame).contains($0) } }
            #expect(empty.count <= 45, "\(whenApart)")
        }
    }

    @Test func aCrowdIsShownInGroups() throws {
        let video = MadeVideo(seconds: 10) { time in
            (0..<20).map { (index: Int) -> Rect in
                let place = 0.05 + 0.045 * Double(index) + 0.02 * sin(0.7 * time + Double(index))
                return MadeVideo.face(place, 0.3 + 0.1 * Double(index % 4), side: 0.05)
            }
        }
        let path = try path(video)
        try expectCalm(path, video)
        #expect(path.shots.allSatisfy { $0.kept.count > 4 })
    }

    @Test(arguments: [false, true]) func aDetectionInOneFrameIsAnError(isPaced: Bool) throws {
        var video = MadeVideo(seconds: 4) { _ in [MadeVideo.face(0.3)] }
        for frame in [0, 50, 119] { video.found[frame]?.append(Feature(MadeVideo.face(0.9), confidence: 0.95)) }
        let path = try path(video, isPaced: isPaced)
        #expect(path.shots.map(\.motion) == [.still])
        #expect(path.shots[0].kept.count == 1 && path.shots[0].dropped.allSatisfy { $0.reason == .unconfirmed })
    }

    @Test func aDetectionOfAnotherSizeDoesNotMoveTheWindow() throws {
        var video = MadeVideo(seconds: 4) { _ in [MadeVideo.face(0.3)] }
        video.found[60] = [Feature(MadeVideo.face(0.33, side: 0.18))]
        #expect(try path(video).shots.map(\.motion) == [.still])
    }

    @Test func variableFrameRateIsPlannedByTimes() throws {
        var random = Noise(seed: 9)
        let times = (0..<260).reduce(into: [3.5]) { times, _ in times.append((times.last ?? 0) + 0.005 + 0.06 * random.next()) }
        let video = MadeVideo(seconds: 0, times: times) { [MadeVideo.face(0.5 + 0.35 * sin(0.8 * $0))] }
        try expectCalm(try path(video), video, shots: 1)
    }

    @Test func whoIsTooFastIsFollowedAsFastAsTheCameraMay() throws {
        let video = MadeVideo(seconds: 4) { [MadeVideo.face($0 < 2 ? 0.1 : min(0.9, 0.1 + 4 * ($0 - 2)))] }
        let path = try path(video) { ($0.maximumSpeed, $0.maximumAcceleration, $0.whenApart) = (0.5, 1, .largest) }
        #expect(path.shots.reduce(0) { $0 + $1.brokenFrames } > 0)
        #expect(path.shots.allSatisfy { $0.acceleration <= 1 })
    }

    @Test func nobodyIsShownByTheCenterOrWhatStandsOut() throws {
        let video = MadeVideo(seconds: 2) { _ in [] }
        let centered = try path(video)
        #expect(centered.shots.map(\.motion) == [.still] && centered.window(frame: 5).x == 656)
        var frames = video.observations()
        var values = [Float](repeating: 0, count: 64)
        values[6] = 1
        frames[0].saliency = SaliencyMap(columns: 8, rows: 8, values: values)
        let attended = try CameraAnalysis.path(frames: frames, size: video.size, options: .init(CropRequest(.aspect(AspectRatio(9, 16)))))
        #expect(attended.shots.map(\.motion) == [.still] && attended.window(frame: 5).x > 900)
        #expect(throws: BoundedCropError.self) { try self.path(video) { $0.request.requiresFeature = true } }
    }

    @Test func whatMovesIsFollowedWhereThereAreNoFaces() throws {
        let video = MadeVideo(seconds: 12) { _ in [] }
        func path(_ place: (Double) -> Double) throws -> CameraPath {
            let frames = zip(video.observations(), video.times).map { frame, time in
                var frame = frame
                let thumbnail = frame.thumbnail
                var bytes = thumbnail.bytes
                let left = Int(48 * place(time))
                for row in 10..<15 {
                    for column in max(0, left)..<min(48, left + 4) { bytes[row * 48 + column] = Int(time * 30) % 2 == 0 ? 20 : 240 }
                }
                frame.thumbnail = Thumbnail(width: 48, height: 27, bytes: bytes)
                return frame
            }
            return try CameraAnalysis.path(frames: frames, size: video.size, options: .init(CropRequest(.aspect(AspectRatio(9, 16)))))
        }
        let walk = try path { 0.1 + 0.7 * $0 / 12 }
        #expect(walk.shots.map(\.motion) == [.pan])
        for frame in [20, 180, 340] {
            let middle = 1920 * (0.1 + 0.7 * Double(frame) / 360 + 2.0 / 48)
            let window = walk.window(frame: frame)
            #expect(window.minX < middle - 60 && window.maxX > middle + 60, "\(frame)")
        }
        #expect(try path { 0.8 + 0.01 * sin($0 * 9) }.shots.map(\.motion) == [.still])
        var options = CameraOptions(CropRequest(.aspect(AspectRatio(9, 16))))
        options.request.fallback = .center
        #expect(try CameraAnalysis.path(frames: video.observations(), size: video.size, options: options).window(frame: 5).x == 656)
    }

    @Test func oneFrameHasAPathAndNoFrameHasNone() throws {
        let video = MadeVideo(seconds: 0, times: [7]) { _ in [MadeVideo.face(0.8)] }
        let path = try path(video)
        #expect(path.window(frame: 0).contains(video.faces[0][0]) && path.window(frame: 99) == path.window(frame: 0))
        #expect(throws: BoundedCropError.self) {
            try CameraAnalysis.path(frames: [], size: video.size, options: .init(CropRequest(.aspect(AspectRatio(1, 1)))))
        }
    }

    @Test func rubbishIsRefusedOrIgnored() throws {
        var analysis = CameraAnalysis(size: PixelSize(width: 640, height: 360))
        let thumbnail = MadeVideo.View(ground: 1).thumbnail(noise: 1)
        #expect(throws: BoundedCropError.self) { try analysis.add(FrameObservation(time: .nan, thumbnail: thumbnail)) }
        #expect(throws: BoundedCropError.self) { try analysis.add(FrameObservation(time: .infinity, thumbnail: thumbnail)) }
        let numbers = [Double.nan, .infinity, -.infinity, -1e300, 1e300, -5, 0, 5]
        for (index, number) in numbers.enumerated() {
            let features = numbers.flatMap { other in
                [
                    Feature(Rect(x: number, y: other, width: 40, height: 40), confidence: other, priority: other),
                    Feature(Rect(x: 10, y: 10, width: number, height: other)),
                ]
            }
            try analysis.add(FrameObservation(time: Double(index), thumbnail: thumbnail, features: features))
        }
        #expect(throws: BoundedCropError.self) { try analysis.add(FrameObservation(time: 7, thumbnail: thumbnail)) }
        let other = Thumbnail(width: 2, height: 2, bytes: [0, 0, 0, 0])
        #expect(throws: BoundedCropError.self) { try analysis.add(FrameObservation(time: 8, thumbnail: other)) }
        for aspect in [AspectRatio(9, 16), AspectRatio(16, 9), AspectRatio(100, 1), AspectRatio(1, 1)] {
            let path = try analysis.path(CameraOptions(CropRequest(.aspect(aspect))))
            for frame in numbers.indices { #expect(path.size.bounds.contains(path.window(frame: frame))) }
        }
        var options = CameraOptions(CropRequest(.aspect(AspectRatio(1, 1))))
        for wrong in [Double.nan, 0, -1, .infinity] {
            options.maximumSpeed = wrong
            #expect(throws: BoundedCropError.self) { try analysis.path(options) }
        }
    }

    @Test func aSchemeRankOrKindChoosesWhoIsHeld() throws {
        let video = MadeVideo(seconds: 4) { _ in [MadeVideo.face(0.2, side: 0.2), MadeVideo.face(0.8, side: 0.1)] }
        #expect(try path(video) { $0.request.scheme = .largest }.window(frame: 0).midX < 960)
        let smallest = try path(video) { $0.request.scheme = .smallest }
        #expect(smallest.window(frame: 0).midX > 960 && smallest.shots[0].dropped.map(\.reason) == [.unwanted])
        #expect(try path(video) { $0.request.rank = 2 }.window(frame: 0).midX > 960)
        var kinds = video
        kinds.found = video.found.map {
            $0?.enumerated().map { index, feature in
                index == 0 ? feature : Feature(feature.rectangle, kind: .init(rawValue: "dog"))
            }
        }
        let kept = try KeptKinds([.init(rawValue: "dog"): 1])
        #expect(try path(kinds) { $0.request.kept = kept }.window(frame: 0).midX > 960)
    }

    @Test func aZoomHasOneSizeInAShotAndMovesBothWays() throws {
        let video = MadeVideo(seconds: 6) { [MadeVideo.face(0.2 + 0.1 * $0, 0.3 + 0.07 * $0)] }
        let path = try path(video, aspect: AspectRatio(1, 1)) { $0.request.zoom = .init(fill: 0.5) }
        let sizes = Set(video.times.indices.map { path.window(frame: $0).width })
        #expect(sizes.count == 1 && sizes.allSatisfy { $0 < 500 })
        #expect(path.window(frame: 170).y > path.window(frame: 0).y + 100)
        try expectCalm(path, video, shots: 1)
    }

    /// In two seconds there is no time to show one after the other.
    @Test func whoIsNeverShownIsNamed() throws {
        let short = try path(MadeVideo(seconds: 2) { _ in [MadeVideo.face(0.1), MadeVideo.face(0.9)] })
        #expect(short.leftOut.count == 1 && short.leftOut.first?.startTime == 0)
        let long = try path(MadeVideo(seconds: 14) { _ in [MadeVideo.face(0.1), MadeVideo.face(0.9)] })
        #expect(long.leftOut.isEmpty)
        #expect(try path(MadeVideo(seconds: 2) { _ in [MadeVideo.face(0.1)] }).leftOut.isEmpty)
    }

    @Test func correctionsTakeThePlaceOfWhatWasFoundInTheirShot() throws {
        let video = MadeVideo(seconds: 6, view: { .init(ground: $0 < 3 ? 1 : 2) }) { _ in [MadeVideo.face(0.2)] }
        let region = Feature(Rect(x: 1600, y: 300, width: 80, height: 80), kind: .region)
        let corrected = try path(video) { $0.corrections = [.init(at: 4, .feature(region))] }
        #expect(corrected.window(frame: 10).midX < 960)
        #expect(corrected.window(frame: 100).contains(region.rectangle) && corrected.shots[1].dropped.map(\.reason) == [.corrected])
        let window = Rect(x: 900, y: 100, width: 450, height: 800)
        let exact = try path(video) { $0.corrections = [.init(at: 4, .window(window))] }
        #expect(exact.window(frame: 100) == window)
        let moving = try path(video) { options in
            options.corrections = [.init(at: 3.5, .window(window)), .init(at: 5.5, .window(window.moved(x: -300, y: 0)))]
        }
        #expect(abs(moving.window(frame: 92).x - 900) < 30 && abs(moving.window(frame: 179).x - 600) < 30)
        #expect(throws: BoundedCropError.self) {
            let beyond = Feature(Rect(x: 5000, y: 0, width: 9, height: 9), kind: .region)
            return try path(video) { $0.corrections = [.init(at: 1, .feature(beyond))] }
        }
    }

    @Test func theCropOfARequestIsThatOfAllShotsButForPlaces() throws {
        var crop = RenderRequest.Crop()
        (crop.detects, crop.scheme) = (true, .largest)
        let video = MadeVideo(seconds: 2) { _ in [MadeVideo.face(0.15), MadeVideo.face(0.85, side: 0.14)] }
        let options = try CameraOptions(crop, shape: .size(PixelSize(width: 90, height: 160)))
        #expect(try CameraAnalysis.path(frames: video.observations(), size: video.size, options: options).window(frame: 9).midX > 960)
        crop.places = [Feature(video.faces[0][0])]
        #expect(throws: BoundedCropError.self) { try CameraOptions(crop, shape: .aspect(AspectRatio(1, 1))) }
    }

    @Test func aFaceThatIsLargerThanTheWindowIsShownAsInAPicture() throws {
        let video = MadeVideo(seconds: 3) { _ in [MadeVideo.face(0.6, 0.5, side: 0.7)] }
        let path = try path(video)
        let still = try CropPlanner.plan(
            features: [Feature(video.faces[0][0])],
            size: video.size,
            request: CropRequest(.aspect(AspectRatio(9, 16)))
        )
        #expect(abs(path.window(frame: 40).x - still.crop.rect.x) < 30)
    }

    @Test func aPathIsTheSameAfterJSON() throws {
        let video = MadeVideo(seconds: 3) { [MadeVideo.face(0.1 + 0.3 * $0)] }
        let path = try path(video)
        #expect(try JSONDecoder().decode(CameraPath.self, from: JSONEncoder().encode(path)) == path)
    }

    @Test func aFrameBetweenTwoWindowsIsBetweenThem() throws {
        let video = MadeVideo(seconds: 3) { [MadeVideo.face(0.1 + 0.3 * $0)] }
        var path = try path(video)
        let (first, last) = (path.window(frame: 0), path.window(frame: 0).moved(x: 890, y: 0))
        path.shots[0].windows = [.init(frame: 0, time: 0, rectangle: first), .init(frame: 89, time: 89.0 / 30, rectangle: last)]
        #expect(path.window(frame: 45).x == first.x + 450)
        #expect(path.window(frame: 200) == last && path.window(frame: -3) == first)
    }

    /// What is asked of the camera: whole faces, little movement, no haste.
    private func expectCalm(_ path: CameraPath, _ video: MadeVideo, shots: Int? = nil) throws {
        let score = PathScore(path, video)
        #expect(score.whole >= 0.99)
        #expect(score.movement <= 1.2 * score.leastMovement + 2)
        #expect(score.acceleration <= 4)
        if let shots { #expect(path.shots.count == shots) }
    }
}
