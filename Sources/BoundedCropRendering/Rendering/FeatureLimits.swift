package import BoundedCrop

/// What detections from outside may hold, so that planning with them neither fails nor takes long.
package enum FeatureLimits {
    /// More than any detector finds; the time for planning grows with the square of this number.
    private static let mostFeatures = 1000
    /// Of all tracks together; the planner takes a thousand of them.
    private static let mostSightings = 10_000
    /// Features times the crops that are planned for them: each plan names all of them.
    private static let mostPlannedFeatures = 4000
    /// The same of sightings, which are not compared with each other.
    private static let mostPlannedSightings = 16_000
    /// Beyond any picture, but small enough that sums can be written as JSON.
    private static let largestNumber = 1e9

    /// Throws `invalidArgument`.
    package static func check(features: [Feature]) throws {
        guard features.count <= mostFeatures else {
            throw BoundedCropError(.invalidArgument, "\(features.count) features are more than the limit of \(mostFeatures)")
        }
        for feature in features { try check(feature) }
    }

    /// Throws `invalidArgument`.
    package static func check(tracks: [FeatureTrack]) throws {
        let count = tracks.reduce(0) { $0 + $1.sightings.count }
        guard count <= mostSightings else {
            throw BoundedCropError(.invalidArgument, "\(count) sightings are more than the limit of \(mostSightings)")
        }
        for track in tracks {
            for sighting in track.sightings { try check(sighting.feature) }
        }
    }

    /// Throws `invalidArgument` if so many features and sightings cannot be planned for so many crops in one request.
    package static func check(features: Int, sightings: Int, forCrops crops: Int) throws {
        for (count, most, things) in [(features, mostPlannedFeatures, "features"), (sightings, mostPlannedSightings, "sightings")]
        where count.times(crops) > most {
            throw BoundedCropError(
                .invalidArgument,
                "\(count) \(things) for \(crops) sizes, presets and aspects are more than the limit of \(most) in one request: "
                    + "ask for fewer at once"
            )
        }
    }

    private static func check(_ feature: Feature) throws {
        let place = feature.rectangle
        let numbers =
            [place.x, place.y, place.width, place.height]
            + (feature.landmarks?.points ?? []).flatMap { [$0.x, $0.y] }
        guard numbers.allSatisfy({ abs($0) <= largestNumber }) else {
            throw BoundedCropError(.invalidArgument, "the numbers \(numbers) of a feature exceed \(largestNumber)")
        }
        guard (0...1).contains(feature.confidence) else {
            throw BoundedCropError(.invalidArgument, "the confidence \(feature.confidence) of a feature is not 0 to 1")
        }
        guard Feature.isPriority(feature.priority) else {
            throw BoundedCropError(.invalidArgument, "the priority \(feature.priority) of a feature is not above 0 and at most 1000")
        }
    }
}
