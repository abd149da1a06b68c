/// Joins the features found in the frames of an animation into tracks, frame by frame.
struct TrackJoiner {
    private(set) var tracks: [FeatureTrack] = []
    private var times: [Double] = []

    /// How many looks a feature may be missing from, as when somebody turns away for a moment.
    private static let mostMissed = 3
    /// A feature may grow or shrink by this factor from one look to the next.
    private static let mostGrowth = 2.5
    /// How far a feature may move in half a second, in its own sides, and at most however long it was not seen.
    private static let (longestWay, longestOfAll) = (1.25, 3.0)

    /// Adds what was found in the next frame that was looked at. Rectangles that are not finite are ignored.
    mutating func add(_ found: [Feature], at time: Double) {
        let features = found.filter(\.rectangle.isFinite).map(\.finite)
        times.append(time)
        let earliest = times.suffix(Self.mostMissed + 2).first ?? time
        let open = tracks.indices.filter { tracks[$0].sightings[tracks[$0].sightings.count - 1].time >= earliest }
        let nearest = NearestPairs(open, features.indices) { track, index in
            let last = tracks[track].sightings[tracks[track].sightings.count - 1]
            let reach = min(Self.longestWay * max(1, (time - last.time) / 0.5), Self.longestOfAll)
            return Self.distance(from: last.feature, to: features[index]).flatMap { $0 <= reach ? $0 : nil }
        }
        for pair in nearest.pairs { tracks[pair.one].sightings.append(.init(time: time, feature: features[pair.other])) }
        tracks += nearest.rest.map { FeatureTrack(sightings: [.init(time: time, feature: features[$0])]) }
    }

    /// The tracks that count. In an animation that was looked at often, what was seen once only, and half surely, is an error of the
    /// detector.
    func confirmed() -> [FeatureTrack] {
        guard times.count > 3 else { return tracks }
        return tracks.filter { $0.sightings.count > 1 || $0.sightings[0].feature.confidence >= 0.8 }
    }

    /// How far apart two features are, in sides of theirs; nil if they cannot be the same.
    private static func distance(from one: Feature, to other: Feature) -> Double? {
        guard one.kind == other.kind else { return nil }
        let (first, second) = (one.rectangle, other.rectangle)
        let sides = (first.area.squareRoot(), second.area.squareRoot())
        guard sides.0 > 0, sides.1 > 0, max(sides.0, sides.1) <= mostGrowth * min(sides.0, sides.1) else { return nil }
        let (horizontal, vertical) = (first.midX - second.midX, first.midY - second.midY)
        return (horizontal * horizontal + vertical * vertical).squareRoot() / ((sides.0 + sides.1) / 2)
    }
}
