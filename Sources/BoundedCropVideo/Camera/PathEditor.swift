internal import BoundedCrop

/// Puts the path of a video together, shot by shot.
struct PathEditor {
    let size: PixelSize
    let aspect: AspectRatio
    let times: [Double]
    let sound: SpeechEnergy?
    let options: CameraOptions
    /// The part of the frames without bars, for what is added next.
    var picture: PixelRect
    /// The number of the next track.
    var nextTrack = 0
    private var shots: [CameraPath.Shot] = []
    /// The last takes, through which one path leads, and that path.
    private var run: [Take] = []
    private var path: ShotPlanner.Result?

    /// What is filmed without a cut of the video or of the camera.
    fileprivate struct Take {
        var opening: CameraPath.Shot.Opening
        /// At least one.
        var scenes: [ShotCast.Scene]
        var tracks: [ShotTrack]
        var dropped: [CameraPath.DroppedTrack]
        var isExact: Bool
        /// Where the tracks have their origin, and where the window stays.
        var picture: PixelRect

        var frames: Range<Int> { scenes[0].frames.lowerBound..<scenes[scenes.count - 1].frames.upperBound }
    }

    init(size: PixelSize, aspect: AspectRatio, times: [Double], sound: SpeechEnergy?, options: CameraOptions) {
        (self.size, self.aspect, self.times, self.sound, self.options) = (size, aspect, times, sound, options)
        picture = size.whole
    }

    /// Adds a shot with tracks to hold.
    mutating func add(
        _ shot: Range<Int>,
        _ opening: CameraPath.Shot.Opening,
        _ tracks: [ShotTrack],
        _ dropped: [CameraPath.DroppedTrack],
        isExact: Bool
    ) throws {
        let window = CropWindow.largest(aspect, in: picture.size)
        let tracks = tracks.map { $0.moved(x: -Double(picture.x), y: -Double(picture.y)) }
        let cast = ShotCast(tracks: tracks, times: times, window: window, size: picture.size, sound: sound, whenApart: options.whenApart)
        let scenes = cast.scenes(of: shot)
        var start = 0
        for index in 1...scenes.count where index == scenes.count || scenes[index].isCutTo {
            let part = Array(scenes[start..<index])
            let take = Take(
                opening: start == 0 ? opening : .people,
                scenes: part,
                tracks: tracks,
                dropped: dropped,
                isExact: isExact,
                picture: picture
            )
            if let halves = part.first?.halves, !halves.isEmpty {
                try addStack(take, halves)
            } else {
                for (take, path) in try divided(take) { try add(take, path) }
            }
            start = index
        }
    }

    /// Adds a shot without tracks to hold, with a window in the picture.
    mutating func add(
        _ shot: Range<Int>,
        _ opening: CameraPath.Shot.Opening,
        still window: PixelRect,
        dropped: [CameraPath.DroppedTrack]
    ) throws {
        flush()
        let scene = ShotCast.Scene(frames: shot, held: [])
        let take = Take(opening: opening, scenes: [scene], tracks: [], dropped: dropped, isExact: false, picture: picture)
        append(take, .init(window: window.size, places: [SIMD2(Double(window.x), Double(window.y))]), isWhole: false)
    }

    /// Adds a take with two windows.
    private mutating func addStack(_ take: Take, _ halves: [[Int]]) throws {
        flush()
        let shape = aspect.half
        // Neither shows what the other one does, as far as it has room without.
        let largest = CropWindow.largest(shape, in: take.picture.size)
        let places = halves.map { half in half.map { take.tracks[$0].bounds }.reduce(take.tracks[half[0]].bounds) { $0.union($1) } }
        let distance = SIMD2(abs(places[0].midX - places[1].midX), abs(places[0].midY - places[1].midY))
        let width = max(distance.x, distance.y * shape.value)
        let need = places.map { max($0.width, $0.height * shape.value) }.max() ?? 0
        let wanted = min(max(width, Self.leastRoomInStack * need), Self.mostRoomInStack * need)
        let window =
            wanted < Double(largest.width)
            ? PixelSize(width: Int(wanted.rounded()), height: min(largest.height, Int((wanted / shape.value).rounded()))) : largest
        let paths = try halves.map { half in
            let planner = ShotPlanner(
                size: take.picture.size,
                times: times,
                tracks: take.tracks,
                options: options,
                isExact: take.isExact,
                room: .init(aspect: shape, window: window)
            )
            return try planner.path(through: [.init(frames: take.frames, held: half)])
        }
        append(take, paths[0], second: paths[1], isWhole: false)
    }

    /// How much larger a window of two is than what it shows, at least and at most.
    private static let (leastRoomInStack, mostRoomInStack) = (1.6, 5.0)

    /// - Parameter alone: The path through the take; nil where it shows the whole picture.
    private mutating func add(_ take: Take, _ alone: ShotPlanner.Result?) throws {
        guard let alone else {
            flush()
            append(take, .init(window: size, places: [.zero]), isWhole: true)
            return
        }
        // Through a dissolve, the camera goes on if it can.
        if take.opening == .dissolve, let path, !run.contains(where: \.isExact), !take.isExact, run.last?.picture == take.picture {
            let joined = try self.path(through: run + [take])
            if joined.broken.count <= path.broken.count + alone.broken.count, joined.window == path.window {
                run.append(take)
                self.path = joined
                return
            }
        }
        flush()
        (run, path) = ([take], alone)
    }

    /// The take and its path, or two or more with cuts between them where the camera would have to hurry from some people to others.
    private func divided(_ take: Take) throws -> [(Take, ShotPlanner.Result?)] {
        guard take.scenes.allSatisfy({ $0.held != nil }) else { return [(take, nil)] }
        let whole = try path(through: [take])
        guard options.whenApart.cuts, !take.isExact, whole.broken.count > 1 else { return [(take, whole)] }
        let hurry = take.frames.lowerBound + whole.broken[whole.broken.count / 2]
        let changes =
            take.scenes.dropFirst().map(\.frames.lowerBound) + take.tracks.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }
        let near = Set(changes).filter { frame in
            take.frames.contains(frame) && abs(times[frame] - times[hurry]) < 2
                && times[frame] - times[take.frames.lowerBound] >= Self.shortest
                && times[take.frames.upperBound - 1] - times[frame] >= Self.shortest
        }
        var best: (parts: [Take], broken: Int) = ([take], (whole.broken.count + 1) / 2)
        for frame in near.sorted(by: { abs($0 - hurry) < abs($1 - hurry) }).prefix(4) {
            let parts = take.parts(dividedAt: frame)
            let broken = try parts.reduce(0) { $0 + (try path(through: [$1]).broken.count) }
            if broken < best.broken { best = (parts, broken) }
        }
        return best.parts.count > 1 ? try best.parts.flatMap(divided) : [(take, whole)]
    }

    /// Seconds between two cuts of the camera.
    private static let shortest = 0.5

    private func path(through takes: [Take]) throws -> ShotPlanner.Result {
        var tracks: [ShotTrack] = []
        var scenes: [ShotCast.Scene] = []
        for take in takes {
            scenes += take.scenes.map { scene in
                var scene = scene
                scene.held = scene.held?.map { $0 + tracks.count }
                return scene
            }
            tracks += take.tracks
        }
        let isExact = takes.contains(where: \.isExact)
        let size = takes.first?.picture.size ?? self.size
        return try ShotPlanner(size: size, times: times, tracks: tracks, options: options, isExact: isExact).path(through: scenes)
    }

    private mutating func flush() {
        guard let path, let first = run.first else { return }
        for take in run {
            var part = path
            let frames = take.frames.lowerBound - first.frames.lowerBound..<take.frames.upperBound - first.frames.lowerBound
            part.places = Array(path.places[frames])
            part.cut = path.cut.filter(frames.contains)
            // Of all takes together.
            if take.frames != first.frames { part.leastMovement = 0 }
            append(take, part, isWhole: false)
        }
        (run, self.path) = ([], nil)
    }

    mutating func finish() -> CameraPath {
        flush()
        return CameraPath(size: size, aspect: aspect, frameCount: times.count, shots: shots)
    }

    private mutating func append(_ take: Take, _ path: ShotPlanner.Result, second: ShotPlanner.Result? = nil, isWhole: Bool) {
        let (kept, apart) = held(in: take)
        let origin = isWhole ? .zero : SIMD2(Double(take.picture.x), Double(take.picture.y))
        let (motion, windows) = windows(of: path, take, origin)
        let other = second.map { self.windows(of: $0, take, origin) }
        shots.append(
            CameraPath.Shot(
                start: take.frames.lowerBound,
                end: take.frames.upperBound,
                startTime: times[take.frames.lowerBound],
                endTime: times[take.frames.upperBound - 1],
                opening: take.opening,
                motion: isWhole ? .pad : second == nil ? motion.kind : .stack,
                kept: kept,
                dropped: apart + take.dropped.filter { take.frames.overlaps(at: $0.track, times) },
                movement: motion.movement + (other?.motion.movement ?? 0),
                leastMovement: path.leastMovement + (second?.leastMovement ?? 0),
                acceleration: max(motion.acceleration, other?.motion.acceleration ?? 0),
                brokenFrames: path.cut.union(second?.cut ?? []).count,
                windows: windows,
                secondWindows: other?.windows
            )
        )
    }

    private func windows(
        of path: ShotPlanner.Result,
        _ take: Take,
        _ origin: SIMD2<Double>
    ) -> (motion: CameraMotion, windows: [CameraPath.Window]) {
        let sides = SIMD2(Double(path.window.width), Double(path.window.height))
        let motion = CameraMotion(path.places, times: times[take.frames].prefix(path.places.count), sides: sides)
        let windows = motion.knots.map { index in
            let (frame, place) = (take.frames.lowerBound + index, path.places[index] + origin)
            let rectangle = Rect(x: place.x, y: place.y, width: sides.x, height: sides.y)
            return CameraPath.Window(frame: frame, time: times[frame], rectangle: rectangle)
        }
        return (motion, windows)
    }

    /// The tracks that are held whenever they are there, and the others that are there.
    private func held(in take: Take) -> (kept: [CameraPath.Track], apart: [CameraPath.DroppedTrack]) {
        var (kept, apart): ([CameraPath.Track], [CameraPath.DroppedTrack]) = ([], [])
        for (index, track) in take.tracks.enumerated() where track.frames.overlaps(take.frames) {
            let summary = track.moved(x: Double(take.picture.x), y: Double(take.picture.y)).summary(times)
            let scenes = take.scenes.filter { $0.frames.overlaps(track.frames) }
            if scenes.allSatisfy({ $0.held?.contains(index) ?? ($0.halves.isEmpty || $0.halves.contains { $0.contains(index) }) }) {
                kept.append(summary)
            } else {
                apart.append(.init(track: summary, reason: .apart))
            }
        }
        return (kept, apart)
    }
}

extension CameraOptions.WhenApart {
    /// Whether the camera may cut where the video does not.
    var cuts: Bool { self == .cut || self == .speaker || self == .stack }
}

extension PathEditor.Take {
    /// Two takes, of which the second begins with a cut of the camera.
    fileprivate func parts(dividedAt frame: Int) -> [Self] {
        [frames.lowerBound..<frame, frame..<frames.upperBound].enumerated().map { index, part in
            var take = self
            if index > 0 { take.opening = .people }
            take.scenes = scenes.compactMap { scene in
                var scene = scene
                scene.frames = scene.frames.clamped(to: part)
                return scene.frames.isEmpty ? nil : scene
            }
            return take
        }
    }
}

extension Range<Int> {
    /// Whether a track is seen in these frames.
    fileprivate func overlaps(at track: CameraPath.Track, _ times: [Double]) -> Bool {
        track.startTime <= times[upperBound - 1] && track.endTime >= times[lowerBound]
    }
}

extension AspectRatio {
    /// The shape of one of two windows that are shown together: one above the other in a tall picture, and side by side in a wide one.
    var half: AspectRatio { isTall ? AspectRatio(2 * width, height) : AspectRatio(width, 2 * height) }

    var isTall: Bool { height >= width }
}
