/// Joins what is found in the frames of an animation or a video into tracks, by kind, place, size, landmarks and
/// look, across short gaps.
package struct FeatureFollower: Sendable {
    /// How far apart two sightings of one feature may be.
    package struct Limits: Sendable {
        /// Seconds for which somebody may turn away or be hidden.
        package var gap = 2.0
        /// The same at the edge of the frame: who was there left it, and whoever comes later is another one.
        package var gapAtEdge = 0.4
        /// So many looks are never too long, however long frames are shown.
        package var looks = 4
        /// How far it may at once be from where it is expected, in its own sides.
        package var offset = 0.6
        /// Of more features in a frame, the surest ones are followed.
        package var count = 256

        package init() {}
    }

    package private(set) var tracks: [FeatureTrack] = []
    private let size: PixelSize
    private let limits: Limits
    private var open: [Open] = []
    private var lookCount = 0

    /// A track that may go on.
    private struct Open {
        var track: Int
        /// What was seen last, as far as it is in the frame.
        var last: Feature
        /// How that looked; nil if it is not known.
        var appearance: FeatureLook?
        var time: Double
        var look: Int
        /// Pixels for each second.
        var velocity = SIMD2<Double>.zero

        /// Where it may be: those that shake are where they were rather than where they seemed to go.
        func places(at time: Double) -> [SIMD2<Double>] {
            let middle = SIMD2(last.rectangle.midX, last.rectangle.midY)
            return [middle, middle + velocity * min(time - self.time, FeatureFollower.longestPrediction)]
        }
    }

    private static let longestPrediction = 0.6
    /// A feature may grow or shrink by this factor, and by the second one at the edge of the frame, where only a part is seen.
    private static let (mostGrowth, mostGrowthOfCut) = (2.5, 4.0)
    /// How far a feature may move in a second, in its own sides, and at most however long it was not seen.
    private static let (speed, longestWay) = (2.5, 2.0)
    /// Seconds after which, and the distance from which, a feature of another look is another one; and what that costs before.
    private static let (sureGap, sureDistance, unlikenessCost) = (0.3, 0.3, 3.0)

    /// - Parameter size: The size of the upright frames.
    package init(size: PixelSize, limits: Limits = Limits()) { (self.size, self.limits) = (size, limits) }

    /// Adds what was found in the next frame that was looked at. Features without a part in it, or that are not finite, are ignored.
    ///
    /// - Parameter looks: How each looks; none if that is not known.
    /// - Returns: The index of the track of each, nil for those that are ignored.
    @discardableResult
    package mutating func add(_ found: [Feature], looks: [FeatureLook] = [], at time: Double) -> [Int?] {
        var places = found.indices.filter { place in
            found[place].rectangle.isFinite && !found[place].finite.rectangle.intersection(size.bounds).isEmpty
        }
        if places.count > limits.count {
            places = Array(places.sorted { found[$0].confidence > found[$1].confidence }.prefix(limits.count))
        }
        let features = places.map { found[$0].finite }
        let appearances = places.map { looks.count == found.count ? looks[$0] : nil }
        var trackOfFound = [Int?](repeating: nil, count: found.count)
        lookCount += 1
        open.removeAll { time - $0.time > limits.gap && lookCount - $0.look > limits.looks }
        let seen = features.map { feature in
            var feature = feature
            feature.rectangle = feature.rectangle.intersection(size.bounds)
            return feature
        }
        // Each continues one track, the nearest ones first: of two people side by side, each has an own one.
        let possible = open.indices.flatMap { track in
            seen.indices.compactMap { index in
                cost(of: seen[index], appearances[index], for: open[track], at: time).map { (track, index, cost: $0) }
            }
        }
        var (taken, continued): (Set<Int>, Set<Int>) = ([], [])
        for (place, index, _) in possible.sorted(by: { $0.cost < $1.cost }) where !continued.contains(place) {
            guard taken.insert(index).inserted else { continue }
            continued.insert(place)
            let passed = time - open[place].time
            if passed > 0, let middle = open[place].places(at: open[place].time).first {
                let measured = (SIMD2(seen[index].rectangle.midX, seen[index].rectangle.midY) - middle) / passed
                open[place].velocity = open[place].velocity * 0.5 + measured * 0.5
            }
            (open[place].last, open[place].time, open[place].look) = (seen[index], time, lookCount)
            open[place].appearance = appearances[index] ?? open[place].appearance
            trackOfFound[places[index]] = open[place].track
            tracks[open[place].track].sightings.append(.init(time: time, feature: features[index]))
        }
        for index in features.indices where !taken.contains(index) {
            trackOfFound[places[index]] = tracks.count
            open.append(Open(track: tracks.count, last: seen[index], appearance: appearances[index], time: time, look: lookCount))
            tracks.append(FeatureTrack(sightings: [.init(time: time, feature: features[index])]))
        }
        return trackOfFound
    }

    /// Ends all tracks, as at a cut.
    package mutating func endTracks() { open = [] }

    /// The tracks that count. Where it was looked often, what was seen once only, and half surely, is an error of the detector.
    func confirmed() -> [FeatureTrack] {
        guard lookCount > 3 else { return tracks }
        return tracks.filter { $0.sightings.count > 1 || $0.sightings[0].feature.confidence >= 0.8 }
    }

    /// How unlike a track a feature is; nil if it cannot be the same.
    private func cost(of feature: Feature, _ appearance: FeatureLook?, for track: Open, at time: Double) -> Double? {
        guard feature.kind == track.last.kind else { return nil }
        let passed = time - track.time
        guard passed <= limits.gapAtEdge || track.look == lookCount - 1 || !touchesEdge(track.last.rectangle) else { return nil }
        let sides = (track.last.rectangle.area.squareRoot(), feature.rectangle.area.squareRoot())
        let growth = max(sides.0, sides.1) / min(sides.0, sides.1)
        let isCut = touchesEdge(feature.rectangle) || touchesEdge(track.last.rectangle)
        guard growth <= (isCut ? Self.mostGrowthOfCut : Self.mostGrowth) else { return nil }
        let center = SIMD2(feature.rectangle.midX, feature.rectangle.midY)
        let ways = track.places(at: time).map { center - $0 }
        let distance = ways.reduce(.infinity) { min($0, ($1 * $1).sum().squareRoot()) } / ((sides.0 + sides.1) / 2)
        guard distance <= min(limits.offset + Self.speed * passed, Self.longestWay) else { return nil }
        var unlikeness = 0.0
        if let appearance, let last = track.appearance {
            unlikeness = appearance.distance(to: last)
            // Where it was just now, it may only be in another light.
            let isSure = passed <= Self.sureGap && distance <= Self.sureDistance
            guard isSure || unlikeness <= FeatureLook.mostDistance else { return nil }
        }
        return distance + 0.5 * (growth - 1) + Self.landmarkDistance(feature, track.last) + Self.unlikenessCost * unlikeness
    }

    private func touchesEdge(_ rectangle: Rect) -> Bool {
        rectangle.minX < 1 || rectangle.minY < 1 || rectangle.maxX > Double(size.width) - 1 || rectangle.maxY > Double(size.height) - 1
    }

    /// How unlike the poses of two faces are; 0 where landmarks are unknown.
    private static func landmarkDistance(_ one: Feature, _ other: Feature) -> Double {
        guard let first = one.landmarks?.points, let second = other.landmarks?.points else { return 0 }
        func share(_ point: Point, _ rectangle: Rect) -> SIMD2<Double> {
            SIMD2((point.x - rectangle.x) / rectangle.width, (point.y - rectangle.y) / rectangle.height)
        }
        let sum = zip(first, second).reduce(0.0) { sum, pair in
            let offset = share(pair.0, one.rectangle) - share(pair.1, other.rectangle)
            return sum + (offset * offset).sum().squareRoot()
        }
        return min(0.5, sum / Double(first.count))
    }
}
