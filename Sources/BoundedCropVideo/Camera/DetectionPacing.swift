package import BoundedCrop

/// Says whether the next frame deserves a detection: every frame where faces move, few where not.
package struct DetectionPacing: Sendable {
    private var previous: Thumbnail?
    /// The last frame that was looked at, and when.
    private var looked: (thumbnail: Thumbnail, time: Double)?
    private var faces: [Feature] = []
    /// Seconds until faces have moved so far that a straight line between two looks may be wrong.
    private var interval = 0.0
    /// Frames to look at whatever happens.
    private var due = 0

    /// How far faces may move between two looks, in their own sides.
    private static let mostMovement = 0.12
    /// Seconds between looks at the most: of a picture that changes, and of one that does not.
    private static let (longest, longestStill) = (0.25, 0.5)
    /// Seconds for which somebody who is no longer seen is looked for more often, and how often.
    private static let (absence, intervalOfAbsence) = (2.0, 0.1)
    /// Mean differences of gray values: of a picture that changes, and of one that may be another.
    private static let (changed, another) = (1.5, 7.0)

    package init() {}

    /// Whether faces are to be looked for in a frame. Call it for each frame, and `observed` before the next one if it is true.
    package mutating func wantsDetection(of thumbnail: Thumbnail, at time: Double) -> Bool {
        defer { previous = thumbnail }
        guard let looked, let previous else { return look(thumbnail, time) }
        // A false detection is known by what is not seen in the frames after it, and a shot by its first frames.
        if Self.difference(previous, thumbnail) > Self.another, FrameChange(from: previous, to: thumbnail).isStrong { due = 3 }
        let passed = time - looked.time
        let isStill = Self.difference(looked.thumbnail, thumbnail) < Self.changed
        let most = isStill ? Self.longestStill : Self.longest
        guard due > 0 || passed < 0 || passed >= min(interval, most) - 1e-6 else { return false }
        return look(thumbnail, time)
    }

    private mutating func look(_ thumbnail: Thumbnail, _ time: Double) -> Bool {
        due = max(0, due - 1)
        looked = (thumbnail, time)
        return true
    }

    /// When there were fewer faces than before.
    private var lost = -Double.infinity
    /// When the features of `faces` were seen.
    private var seen = 0.0

    /// Takes what was found in the frame that was asked for last, in pixels of the upright frame.
    package mutating func observed(_ features: [Feature], at time: Double) {
        let features = features.filter { $0.rectangle.isFinite && !$0.rectangle.isEmpty }
        let passed = max(time - seen, 1e-3)
        var fastest = 0.0
        var isNew = features.count != faces.count
        for feature in features {
            func distance(_ other: Feature) -> Double {
                let (one, other) = (feature.rectangle, other.rectangle)
                let way = max(abs(one.midX - other.midX), abs(one.midY - other.midY), abs(one.width - other.width))
                return way / max(one.width, one.height)
            }
            guard let nearest = faces.map(distance).min(), nearest < 1 else {
                isNew = true
                continue
            }
            // Detections of a still face differ a little.
            fastest = max(fastest, max(0, nearest - 0.03) / passed)
        }
        if isNew { due = max(due, 2) }
        if features.count < faces.count { lost = time }
        interval = fastest > 0 ? Self.mostMovement / fastest : .infinity
        // Who turned away comes back.
        if time - lost < Self.absence { interval = min(interval, Self.intervalOfAbsence) }
        (faces, seen) = (features, time)
    }

    private static func difference(_ one: Thumbnail, _ other: Thumbnail) -> Double {
        guard one.bytes.count == other.bytes.count else { return .infinity }
        var sum: Int32 = 0
        for index in one.bytes.indices { sum += abs(Int32(one.bytes[index]) - Int32(other.bytes[index])) }
        return Double(sum) / Double(max(1, one.bytes.count))
    }
}
