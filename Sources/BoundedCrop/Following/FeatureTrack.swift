/// A feature that is followed through an animation or a video.
package struct FeatureTrack: Hashable, Sendable, Codable {
    /// A feature, and the frame that it was found in.
    package struct Sighting: Hashable, Sendable, Codable {
        /// When the frame is first shown, in seconds from the start.
        package var time: Double
        /// The feature, in pixels of the upright frame.
        package var feature: Feature

        /// Creates a sighting.
        package init(time: Double, feature: Feature) {
            self.time = time
            self.feature = feature
        }
    }

    /// Where the feature was found, in the order of time; never empty.
    package internal(set) var sightings: [Sighting]

    /// - Precondition: There are sightings.
    package init(sightings: [Sighting]) {
        self.sightings = sightings
    }

    /// The earliest sighting.
    package var first: Sighting { sightings[0] }
    /// The latest sighting.
    package var last: Sighting { sightings[sightings.count - 1] }

    private enum CodingKeys: String, CodingKey { case sightings }

    /// Decodes a track.
    ///
    /// - Throws: `DecodingError` for one without sightings, too.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sightings = try container.decode([Sighting].self, forKey: .sightings)
        guard !sightings.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .sightings, in: container, debugDescription: "a track has at least one sighting")
        }
    }

    /// What is seen of this track in a rectangle; nil if nothing is.
    package func seen(in rectangle: Rect) -> FeatureTrack? {
        let seen = sightings.filter { !$0.feature.rectangle.intersection(rectangle).isEmpty }
        return seen.isEmpty ? nil : FeatureTrack(sightings: seen)
    }

    /// The same track with its origin elsewhere.
    package func moved(x: Double, y: Double) -> FeatureTrack {
        FeatureTrack(sightings: sightings.map { Sighting(time: $0.time, feature: $0.feature.moved(x: x, y: y)) })
    }

    /// The rectangle around all sightings.
    package var bounds: Rect {
        sightings.dropFirst().reduce(sightings[0].feature.rectangle) { $0.union($1.feature.rectangle) }
    }

    /// The feature that stands for all: its rectangle is around all sightings, its confidence and its priority the highest, its kind
    /// that of the first.
    package var feature: Feature {
        Feature(
            bounds,
            confidence: sightings.map(\.feature.confidence).max() ?? 0,
            kind: sightings[0].feature.kind,
            priority: priority
        )
    }

    /// The highest priority of the sightings.
    var priority: Double { sightings.map(\.feature.countedPriority).max() ?? 1 }

    /// The median area of the sightings, by which tracks are compared: one that moves is not larger for that.
    var area: Double {
        let areas = sightings.map(\.feature.rectangle.area).sorted()
        return areas[areas.count / 2]
    }
}

extension BoundingScheme {
    /// The tracks selected by this scheme. Their median areas are compared, where their priorities are equal.
    package func tracks(of tracks: [FeatureTrack]) -> [FeatureTrack] {
        switch self {
        case .all: tracks
        case .largest: tracks.max { ($0.priority, $0.area) <= ($1.priority, $1.area) }.map { [$0] } ?? []
        case .smallest: tracks.max { ($0.priority, -$0.area) <= ($1.priority, -$1.area) }.map { [$0] } ?? []
        }
    }
}

extension KeptKinds {
    /// The tracks as far as their sightings are of these kinds, with the priorities of their kinds.
    func tracks(of tracks: [FeatureTrack]) -> [FeatureTrack] {
        tracks.compactMap { track in
            let sightings = track.sightings.flatMap { sighting in
                features(of: [sighting.feature]).map { FeatureTrack.Sighting(time: sighting.time, feature: $0) }
            }
            return sightings.isEmpty ? nil : FeatureTrack(sightings: sightings)
        }
    }
}
