internal import BoundedCrop

/// The part of a track that is in one shot.
struct ShotTrack {
    var id: Int
    var kind: Feature.Kind
    var priority: Double
    /// In the order of frames; never empty.
    var sightings: [FaceTracker.Sighting]
    /// At least one.
    var details: [(frame: Int32, feature: Feature)]
    /// The frames in which it is taken to be there: from after the last look that did not see it to before the next one.
    var frames: Range<Int>

    /// The highest of the sightings.
    let confidence: Double
    /// The median area of the sightings.
    let area: Double

    /// What it counts beside others, as the weight of a feature, for each frame.
    var weight: Double { Feature(Rect(x: 0, y: 0, width: area, height: 1), confidence: confidence, priority: priority).weight }

    var bounds: Rect { sightings.dropFirst().reduce(sightings[0].rectangle) { $0.union($1.rectangle) } }

    /// Where it is at a frame: between two sightings on a straight line.
    func rectangle(at frame: Int) -> Rect {
        rectangle(at: frame, after: sightings.partitionPoint { Int($0.frame) <= frame })
    }

    private func rectangle(at frame: Int, after count: Int) -> Rect {
        guard count > 0 else { return sightings[0].rectangle }
        let from = sightings[count - 1]
        guard count < sightings.count else { return from.rectangle }
        let to = sightings[count]
        let share = Float(frame - Int(from.frame)) / Float(to.frame - from.frame)
        let place = from.place + (to.place - from.place) * share
        return Rect(x: Double(place.x), y: Double(place.y), width: Double(place.z), height: Double(place.w))
    }

    /// Calls a function with the rectangle at each frame of a range in which it is there.
    func forEach(in range: Range<Int>, _ body: (Int, Rect) -> Void) {
        let range = range.clamped(to: frames)
        var count = sightings.partitionPoint { Int($0.frame) < range.lowerBound }
        for frame in range {
            while count < sightings.count, Int(sightings[count].frame) <= frame { count += 1 }
            body(frame, rectangle(at: frame, after: count))
        }
    }

    /// It at a frame, with the landmarks of the nearest sighting that has them.
    func feature(at frame: Int) -> Feature {
        let next = min(details.partitionPoint { Int($0.frame) < frame }, details.count - 1)
        let isNear = next == 0 || Int(details[next].frame) - frame < frame - Int(details[next - 1].frame)
        var feature = details[isNear ? next : next - 1].feature
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

    func summary(_ times: [Double]) -> CameraPath.Track {
        CameraPath.Track(
            id: id,
            kind: kind,
            startTime: times[Int(sightings[0].frame)],
            endTime: times[Int(sightings[sightings.count - 1].frame)],
            confidence: confidence,
            bounds: bounds
        )
    }
}

extension ShotTrack {
    /// The part of a track in the frames of a shot; nil if there is none.
    ///
    /// - Parameter looks: The frames of the shot that were looked at.
    init?(_ track: FaceTracker.Track, id: Int, shot: Range<Int>, looks: ArraySlice<Int32>) {
        let part = Self.index(of: shot.lowerBound, in: track.sightings)..<Self.index(of: shot.upperBound, in: track.sightings)
        let sightings = Self.smoothed(Array(track.sightings[part]))
        guard let first = sightings.first?.frame, let last = sightings.last?.frame else { return nil }
        var details = track.details.filter { shot.contains(Int($0.frame)) }
        if details.isEmpty {
            // The nearest ones are of another shot, where the face may look elsewhere.
            let only = sightings[0]
            let feature = Feature(only.rectangle, confidence: Double(only.confidence), kind: track.kind, priority: track.priority)
            details = [(first, feature)]
        }
        let before = looks[..<looks.partitionPoint { $0 < first }].last.map { Int($0) + 1 } ?? shot.lowerBound
        let after = looks[looks.partitionPoint { $0 <= last }...].first.map { Int($0) } ?? shot.upperBound
        self.init(
            id: id,
            kind: track.kind,
            priority: track.priority,
            sightings: sightings,
            details: details,
            frames: before..<after
        )
    }

    /// - Precondition: There are sightings and details.
    init(
        id: Int,
        kind: Feature.Kind,
        priority: Double,
        sightings: [FaceTracker.Sighting],
        details: [(frame: Int32, feature: Feature)],
        frames: Range<Int>
    ) {
        (self.id, self.kind, self.priority, self.sightings, self.details, self.frames) = (id, kind, priority, sightings, details, frames)
        confidence = Double(sightings.reduce(0) { max($0, $1.confidence) })
        area = sightings.map(\.rectangle.area).sorted()[sightings.count / 2]
    }

    private static func index(of frame: Int, in sightings: [FaceTracker.Sighting]) -> Int {
        sightings.partitionPoint { Int($0.frame) < frame }
    }

    /// Whether it was seen often enough beside how often it was looked for; what is seen once is an error of the detector.
    func isConfirmed(looks: ArraySlice<Int32>, times: [Double]) -> Bool {
        let (first, last) = (Int(sightings[0].frame), Int(sightings[sightings.count - 1].frame))
        let (start, end) = (times[first] - Self.doubt, times[last] + Self.doubt)
        let place = looks.partitionPoint { $0 < Int32(first) }
        let near = looks[place...].prefix { times[Int($0)] <= end }.count
        let before = looks[..<place].reversed().prefix { times[Int($0)] >= start }.count
        let share = Double(sightings.count) / Double(near + before)
        return times[last] - times[first] > 1 ? share >= 0.15 && sightings.count > 2 : share >= 0.35
    }

    /// Seconds around what was seen in which it should have been seen more often.
    private static let doubt = 0.25

    /// Single sightings that are far from where those before and after agree that it was are moved there.
    private static func smoothed(_ sightings: [FaceTracker.Sighting]) -> [FaceTracker.Sighting] {
        guard sightings.count > 2 else { return sightings }
        var smoothed = sightings
        for index in 1..<(sightings.count - 1) {
            let (before, after) = (smoothed[index - 1], sightings[index + 1])
            let share = Float(sightings[index].frame - before.frame) / Float(after.frame - before.frame)
            let expected = before.place + (after.place - before.place) * share
            let side = max(expected.z, expected.w)
            func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
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
