package import BoundedCrop

/// What is known of a video after its frames so far, in little memory: where its shots begin and which faces are where. It plans paths
/// from what was seen only, with several options if need be: no pixels of the video, files or clock. The same input always gives the same path.
package struct CameraAnalysis: Sendable {
    /// The size of the upright frames with square pixels.
    package let size: PixelSize
    private var times: [Double] = []
    private var thumbnailSize: PixelSize?
    private var shots = ShotFinder()
    private var follower: FeatureFollower
    /// The frames that were looked at.
    private var looks: [Int32] = []
    private var saliency: [FrameSaliency] = []
    private var subject = MovingSubject()
    /// Of all frames, or of none.
    private var bars: [FrameBars] = []
    /// How much the mouth of each track has moved, and the tracks of the features of the last look.
    private var motions: [[(time: Double, motion: Float)]] = []
    private var lastTracks: [Int?] = []
    /// The sound; nil if there is none, or if it is not known.
    package var sound: SpeechEnergy?
    /// Whether several faces were seen at once.
    package private(set) var hasSeveralFaces = false

    package init(size: PixelSize) { (self.size, follower) = (size, FeatureFollower(size: size)) }

    /// Adds the next frame.
    ///
    /// - Throws: `invalidArgument` for a time that is not a number or not later than the one before, and for a thumbnail of another size.
    package mutating func add(_ frame: FrameObservation) throws {
        guard frame.time.isFinite, abs(frame.time) < 1e9 else {
            throw BoundedCropError(.invalidArgument, "frame \(times.count) is at \(frame.time) s: times are numbers of seconds")
        }
        if let last = times.last, frame.time <= last {
            throw BoundedCropError(
                .invalidArgument,
                "frame \(times.count) is at \(frame.time) s, not later than the one before, at \(last) s: give each frame a later time"
            )
        }
        let thumbnail = PixelSize(width: frame.thumbnail.width, height: frame.thumbnail.height)
        if let thumbnailSize, thumbnail != thumbnailSize {
            throw BoundedCropError(
                .invalidArgument,
                "frame \(times.count) has a thumbnail of \(thumbnail), and those before have \(thumbnailSize): all have one size"
            )
        }
        thumbnailSize = thumbnail
        let index = times.count
        times.append(frame.time)
        shots.add(frame.thumbnail, at: frame.time)
        subject.add(frame.thumbnail, frame: index, at: frame.time)
        for (track, motion) in zip(lastTracks, frame.motions) where motion.isFinite {
            if let track { motions[track].append((frame.time, motion)) }
        }
        if let features = frame.features {
            looks.append(Int32(index))
            lastTracks = follower.add(features, looks: frame.looks, at: frame.time)
            motions += repeatElement([], count: follower.tracks.count - motions.count)
            if features.count > 1 { hasSeveralFaces = true }
        }
        if let found = frame.bars { bars.append(found) }
        if let map = frame.saliency { saliency.append(FrameSaliency(map, frame: index)) }
    }

    /// Returns the path for the frames so far.
    ///
    /// - Throws: `invalidArgument` for options out of range, and without frames; `noFeatureFound` if the request requires a feature and there
    ///   is none.
    package func path(_ options: CameraOptions) throws -> CameraPath {
        try options.check()
        guard !times.isEmpty else {
            throw BoundedCropError(.invalidArgument, "a video without frames has no path: check that it has a video stream")
        }
        var fallback = options.request
        fallback.requiresFeature = false
        let unseen = try CropPlanner.plan(features: [], size: size, request: fallback)
        var editor = PathEditor(size: size, aspect: unseen.aspect, times: times, sound: sound, options: options)
        let boundaries = self.boundaries
        let starts = [0] + boundaries.map(\.frame)
        let tracks = self.tracks(inShotsFrom: starts)
        var found = false
        for (index, start) in starts.enumerated() {
            let shot = start..<(index + 1 < starts.count ? starts[index + 1] : times.count)
            let near = looks.partitionPoint { Int($0) < shot.lowerBound }..<looks.partitionPoint { Int($0) < shot.upperBound }
            let opening: CameraPath.Shot.Opening = index == 0 ? .start : boundaries[index - 1].isDissolve ? .dissolve : .cut
            let cast = ShotSelection(shot, opening, options, looks: looks[near], times: times, size: size)
            let parts = tracks[index].enumerated().compactMap { place, track in
                var part = ShotTrack(
                    follower.tracks[track],
                    id: editor.nextTrack + place,
                    shot,
                    looks: looks[near],
                    times: times,
                    size: size
                )
                let (start, end) = (times[shot.lowerBound], times[shot.upperBound - 1])
                let moved = motions[track]
                part?.motions = moved[moved.partitionPoint { $0.time < start }..<moved.partitionPoint { $0.time <= end }]
                return part
            }
            let (wanted, dropped) = try cast.selection(of: parts)
            editor.nextTrack += parts.count
            // Corrections are of whole frames.
            let hasBars = bars.count == times.count && !options.keepsBars && !cast.isCorrected
            editor.picture = hasBars ? FrameBars.picture(of: bars[shot], in: size) : size.whole
            if wanted.isEmpty, let moving = movingSubject(in: shot, editor.picture, fallback) {
                try editor.add(shot, opening, [moving], dropped, isExact: false)
            } else if wanted.isEmpty {
                let window = try self.fallback(in: shot, editor.picture, fallback)
                try editor.add(shot, opening, still: window, dropped: dropped)
            } else {
                found = true
                try editor.add(shot, opening, wanted, dropped, isExact: cast.isExact)
            }
        }
        if options.request.requiresFeature, !found {
            throw BoundedCropError(.noFeatureFound, "no face was found in the video of \(size), and one is required")
        }
        return editor.finish()
    }

    /// Where shots begin, other than the first one.
    var boundaries: [ShotFinder.Boundary] {
        var finished = shots
        finished.finish()
        return finished.boundaries.filter { $0.frame > 0 && $0.frame < times.count }
    }

    /// The indices of the tracks that each shot may have.
    private func tracks(inShotsFrom starts: [Int]) -> [[Int]] {
        var tracks = [[Int]](repeating: [], count: starts.count)
        for (index, track) in follower.tracks.enumerated() {
            let (first, last) = (track.first.time, track.last.time)
            let shots = (starts.partitionPoint { times[$0] <= first } - 1)..<starts.partitionPoint { times[$0] <= last }
            for shot in shots { tracks[shot].append(index) }
        }
        return tracks
    }

    /// What moves in a shot without faces; nil if nothing does, or if it is not asked for.
    private func movingSubject(in shot: Range<Int>, _ picture: PixelRect, _ request: CropRequest) -> ShotTrack? {
        guard request.fallback == .attention, request.detectsFeatures, request.rectangle == nil else { return nil }
        let window = CropWindow.largest(request.aspect(for: picture.size), in: picture.size)
        return subject.track(in: shot, picture, of: size, window: window)
    }

    /// The window around what stands out in the picture of a shot, or its center if nothing does, or if that is asked for.
    private func fallback(in shot: Range<Int>, _ picture: PixelRect, _ request: CropRequest) throws -> PixelRect {
        let center = try CropPlanner.plan(features: [], size: picture.size, request: request).crop
        guard request.fallback == .attention, request.detectsFeatures, request.rectangle == nil else { return center }
        let near = saliency.partitionPoint { $0.frame < shot.lowerBound }..<saliency.partitionPoint { $0.frame < shot.upperBound }
        guard let map = FrameSaliency.sum(saliency[near].map { $0.part(picture, of: size) }[...]) else { return center }
        return map.bestWindow(CropWindow.largest(request.aspect(for: picture.size), in: picture.size), in: picture.size)
    }
}

/// The sums of a map that determine the best window.
private struct FrameSaliency: Sendable {
    let frame: Int
    private var columns: [Float]
    private var rows: [Float]

    init(_ map: SaliencyMap, frame: Int) {
        self.frame = frame
        var (columns, rows) = ([Float](repeating: 0, count: map.columns), [Float](repeating: 0, count: map.rows))
        for row in 0..<map.rows {
            for column in 0..<map.columns {
                let value = map.values[row * map.columns + column]
                columns[column] += value
                rows[row] += value
            }
        }
        (self.columns, self.rows) = (columns, rows)
    }

    /// The sums inside a part of the picture.
    func part(_ part: PixelRect, of size: PixelSize) -> FrameSaliency {
        func inside(_ values: [Float], _ start: Int, _ length: Int, of whole: Int) -> [Float] {
            let first = min(values.count - 1, (start * values.count + whole / 2) / whole)
            return Array(values[first..<max(first + 1, ((start + length) * values.count + whole / 2) / whole)])
        }
        var sums = self
        sums.columns = inside(columns, part.x, part.width, of: size.width)
        sums.rows = inside(rows, part.y, part.height, of: size.height)
        return sums
    }

    /// A map with the sums of several maps of one size.
    static func sum(_ maps: ArraySlice<FrameSaliency>) -> SaliencyMap? {
        guard let first = maps.first else { return nil }
        var (columns, rows) = (first.columns, first.rows)
        for map in maps.dropFirst() where map.columns.count == columns.count && map.rows.count == rows.count {
            for index in columns.indices { columns[index] += map.columns[index] }
            for index in rows.indices { rows[index] += map.rows[index] }
        }
        let total = columns.reduce(0, +)
        guard total > 0, total.isFinite else { return nil }
        let values = rows.flatMap { row in columns.map { $0 * row / total } }
        return SaliencyMap(columns: columns.count, rows: rows.count, values: values)
    }
}

extension CameraOptions {
    /// Throws `invalidArgument`.
    func check() throws {
        for (name, value) in [("speed", maximumSpeed), ("acceleration", maximumAcceleration)] where !(value > 0 && value <= 1000) {
            throw BoundedCropError(.invalidArgument, "the camera's greatest \(name) is above 0 and at most 1000, not \(value)")
        }
        let others = [
            (request.alignment != nil, "an alignment"), (request.room != .whole, "a limited room"),
            (request.rotatesToFaces, "a turn to the faces"),
        ]
        if let other = others.first(where: \.0) {
            throw BoundedCropError(.invalidArgument, "a video cannot have \(other.1): crop its frames as pictures instead")
        }
        for correction in corrections where !correction.time.isFinite {
            throw BoundedCropError(.invalidArgument, "a correction is at \(correction.time) s: times are numbers of seconds")
        }
    }
}
