internal import BoundedCrop

/// The part of a track that is in one shot.
struct ShotTrack {
    /// Where it was seen in a frame.
    struct Sighting {
        let frame: Int
        /// What was seen, as far as it is in the frame.
        let feature: Feature
        /// Left, top, width and height of where it is taken to be.
        var place: SIMD4<Double>

        init(_ feature: Feature, frame: Int) {
            let rectangle = feature.rectangle
            (self.feature, self.frame) = (feature, frame)
            place = SIMD4(rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        }

        var rectangle: Rect { Rect(place) }
    }

    var id: Int
    var kind: Feature.Kind
    var priority: Double
    /// In the order of frames; never empty.
    var sightings: [Sighting]
    /// The frames in which it is taken to be there: from after the last look that did not see it to before the next one.
    var frames: Range<Int>
    /// Those of them in which it was looked for and not seen for long: who turns away, or is hidden.
    private var absences: [Range<Int>] = []
    /// How much the mouth has moved at times in seconds, as far as that is known.
    var motions: ArraySlice<(time: Double, motion: Float)> = []

    /// The highest of the sightings.
    let confidence: Double
    /// The median area of the sightings.
    let area: Double

    /// What it counts beside others, as the weight of a feature, for each frame.
    var weight: Double { Feature(Rect(x: 0, y: 0, width: area, height: 1), confidence: confidence, priority: priority).weight }

    var bounds: Rect { sightings.dropFirst().reduce(sightings[0].rectangle) { $0.union($1.rectangle) } }

    /// Where it is at a frame: between two sightings on a straight line.
    func rectangle(at frame: Int) -> Rect {
        rectangle(at: frame, after: sightings.partitionPoint { $0.frame <= frame })
    }

    private func rectangle(at frame: Int, after count: Int) -> Rect {
        guard count > 0 else { return sightings[0].rectangle }
        let from = sightings[count - 1]
        guard count < sightings.count else { return from.rectangle }
        let to = sightings[count]
        let share = Double(frame - from.frame) / Double(to.frame - from.frame)
        return Rect(from.place + (to.place - from.place) * share)
    }

    /// Seconds for which nobody is shown whose face is not seen.
    static let longestAbsence = 0.5

    /// The frames of a range in which it is there and seen, or only not seen for a short time.
    func seen(in range: Range<Int>) -> [Range<Int>] {
        range.clamped(to: frames).gaps(between: absences)
    }

    func isSeen(at frame: Int) -> Bool { frames.contains(frame) && !absences.contains { $0.contains(frame) } }

    /// Calls a function with the rectangle at each frame of a range in which it is there.
    func forEach(in range: Range<Int>, _ body: (Int, Rect) -> Void) {
        let range = range.clamped(to: frames)
        var count = sightings.partitionPoint { $0.frame < range.lowerBound }
        for frame in range {
            while count < sightings.count, sightings[count].frame <= frame { count += 1 }
            body(frame, rectangle(at: frame, after: count))
        }
    }

    /// It at a frame, with the landmarks of the nearest sighting.
    func feature(at frame: Int) -> Feature {
        let next = min(sightings.partitionPoint { $0.frame < frame }, sightings.count - 1)
        let isNear = next == 0 || sightings[next].frame - frame < frame - sightings[next - 1].frame
        var feature = sightings[isNear ? next : next - 1].feature
        let (from, to) = (feature.rectangle, rectangle(at: frame))
        feature.landmarks = feature.landmarks?.map { point in
            Point(
                x: to.x + (point.x - from.x) / from.width * to.width,
                y: to.y + (point.y - from.y) / from.height * to.height
            )
        }
        (feature.rectangle, feature.priority) = (to, priority)
        return feature
    }

    /// The same with its origin elsewhere.
    func moved(x: Double, y: Double) -> ShotTrack {
        var track = self
        track.sightings = sightings.map { sighting in
            var moved = Sighting(sighting.feature.moved(x: x, y: y), frame: sighting.frame)
            moved.place = sighting.place + SIMD4(x, y, 0, 0)
            return moved
        }
        return track
    }

    func summary(_ times: [Double]) -> CameraPath.Track {
        CameraPath.Track(
            id: id,
            kind: kind,
            startTime: times[sightings[0].frame],
            endTime: times[sightings[sightings.count - 1].frame],
            confidence: confidence,
            bounds: bounds
        )
    }
}

extension ShotTrack {
    /// The part of a track in the frames of a shot; nil if there is none.
    ///
    /// - Parameter looks: The frames of the shot that were looked at.
    init?(_ track: FeatureTrack, id: Int, _ shot: Range<Int>, looks: ArraySlice<Int32>, times: [Double], size: PixelSize) {
        let (start, end) = (times[shot.lowerBound], times[shot.upperBound - 1])
        let part = track.sightings.partitionPoint { $0.time < start }..<track.sightings.partitionPoint { $0.time <= end }
        let sightings = track.sightings[part].map { sighting in
            var feature = sighting.feature
            feature.rectangle = feature.rectangle.intersection(size.bounds)
            return Sighting(feature, frame: times.partitionPoint { $0 < sighting.time })
        }
        guard let first = sightings.first?.frame, let last = sightings.last?.frame else { return nil }
        let before = looks[..<looks.partitionPoint { $0 < first }].last.map { Int($0) + 1 } ?? shot.lowerBound
        let after = looks[looks.partitionPoint { $0 <= last }...].first.map { Int($0) } ?? shot.upperBound
        self.init(id: id, priority: track.first.feature.priority, sightings: Self.smoothed(sightings), frames: before..<after)
        for (last, next) in zip(sightings, sightings.dropFirst()) {
            let unseen = looks[looks.partitionPoint { $0 <= last.frame }..<looks.partitionPoint { $0 < next.frame }]
            guard let first = unseen.first.map({ Int($0) }), let end = unseen.last.map({ Int($0) + 1 }) else { continue }
            if times[end - 1] - times[first] >= Self.longestAbsence { absences.append(first..<end) }
        }
    }

    /// - Precondition: There are sightings.
    init(id: Int, priority: Double, sightings: [Sighting], frames: Range<Int>) {
        (self.id, self.priority, self.sightings, self.frames) = (id, priority, sightings, frames)
        kind = sightings[0].feature.kind
        confidence = sightings.reduce(0) { max($0, $1.feature.confidence) }
        area = sightings.map(\.rectangle.area).sorted()[sightings.count / 2]
    }

    /// Whether it was seen often enough beside how often it was looked for; what is seen once is an error of the detector.
    func isConfirmed(looks: ArraySlice<Int32>, times: [Double]) -> Bool {
        let (first, last) = (sightings[0].frame, sightings[sightings.count - 1].frame)
        let (start, end) = (times[first] - Self.doubt, times[last] + Self.doubt)
        let place = looks.partitionPoint { $0 < first }
        let near = looks[place...].prefix { times[Int($0)] <= end }.count
        let before = looks[..<place].reversed().prefix { times[Int($0)] >= start }.count
        let share = Double(sightings.count) / Double(near + before)
        return times[last] - times[first] > 1 ? share >= 0.15 && sightings.count > 2 : share >= 0.35
    }

    /// Seconds around what was seen in which it should have been seen more often.
    private static let doubt = 0.25

    /// Single sightings that are far from where those before and after agree that it was are moved there.
    private static func smoothed(_ sightings: [Sighting]) -> [Sighting] {
        guard sightings.count > 2 else { return sightings }
        var smoothed = sightings
        for index in 1..<(sightings.count - 1) {
            let (before, after) = (smoothed[index - 1], sightings[index + 1])
            let share = Double(sightings[index].frame - before.frame) / Double(after.frame - before.frame)
            let expected = before.place + (after.place - before.place) * share
            let side = max(expected.z, expected.w)
            func distance(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> Double {
                let difference = one - other
                return max(abs(difference.x), abs(difference.y), abs(difference.z), abs(difference.w)) / side
            }
            if distance(sightings[index].place, expected) > 0.35, distance(before.place, after.place) < 0.2 {
                smoothed[index].place = expected
            }
        }
        return smoothed
    }
}

extension Rect {
    /// From left, top, width and height.
    fileprivate init(_ place: SIMD4<Double>) { self.init(x: place.x, y: place.y, width: place.z, height: place.w) }
}

extension Range<Int> {
    /// The parts of the range that none of some others covers, which are in the order of their starts.
    func gaps(between others: [Range<Int>]) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var start = lowerBound
        for other in others + [upperBound..<upperBound] {
            let end = Swift.min(other.lowerBound, upperBound)
            if start < end { gaps.append(start..<end) }
            start = Swift.max(start, other.upperBound)
        }
        return gaps
    }
}
