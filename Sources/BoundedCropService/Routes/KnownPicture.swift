internal import BoundedCrop
internal import FoundationEssentials

/// The input of `/plan`: a detection, or the record of an animation, in place of a picture.
struct KnownPicture {
    private struct Record: Decodable {
        let width: Int
        let height: Int
        let features: [FoundFeature]
        let animation: AnimationRecord?
    }

    private let size: PixelSize
    private let features: [Feature]
    /// The animation, if the picture is one.
    let animation: AnimationRecord?

    /// More than any detector finds; the time for planning grows with the square of this number.
    private static let mostFeatures = 1000
    /// Of all tracks together; the planner takes a thousand of them.
    private static let mostSightings = 10_000
    /// Beyond any picture, but small enough that sums can be written as JSON.
    private static let largestNumber = 1e9

    /// Throws `invalidArgument`.
    init(_ bytes: [UInt8]) throws {
        let known: Record
        do {
            known = try JSONDecoder().decode(Record.self, from: Data(bytes))
        } catch {
            throw BoundedCropError(
                .invalidArgument,
                "the body is not the JSON of a detection with width, height and features",
                underlying: error
            )
        }
        size = PixelSize(width: known.width, height: known.height)
        guard size.width > 0, size.height > 0, size.width <= 65_535, size.height <= 65_535 else {
            throw BoundedCropError(.invalidArgument, "a picture size of \(size) is not possible")
        }
        guard known.features.count <= Self.mostFeatures else {
            throw BoundedCropError(.invalidArgument, "\(known.features.count) features are more than the limit of \(Self.mostFeatures)")
        }
        animation = known.animation
        let sightings = known.animation?.tracks.flatMap(\.sightings) ?? []
        guard sightings.count <= Self.mostSightings else {
            throw BoundedCropError(.invalidArgument, "\(sightings.count) sightings are more than the limit of \(Self.mostSightings)")
        }
        features = known.features.map(\.feature)
        for feature in features { try Self.check(feature.rectangle, feature.confidence, feature.priority, feature.landmarks) }
        for sighting in sightings {
            let place = Rect(x: sighting.x, y: sighting.y, width: sighting.width, height: sighting.height)
            try Self.check(place, sighting.confidence, sighting.priority ?? 1)
        }
    }

    /// Where the picture is cropped; nothing stands out, because there are no pixels.
    func plan(_ request: CropRequest) throws -> CropPlan {
        guard let animation else { return try CropPlanner.plan(features: features, size: size, request: request) }
        return try CropPlanner.plan(tracks: animation.tracks.compactMap(\.track), size: size, request: request) { nil }
    }

    private static func check(_ place: Rect, _ confidence: Double, _ priority: Double, _ landmarks: Landmarks? = nil) throws {
        let numbers = [place.x, place.y, place.width, place.height, confidence] + (landmarks?.points ?? []).flatMap { [$0.x, $0.y] }
        guard numbers.allSatisfy({ abs($0) <= largestNumber }) else {
            throw BoundedCropError(.invalidArgument, "the numbers \(numbers) of a feature exceed \(largestNumber)")
        }
        guard Feature.isPriority(priority) else {
            throw BoundedCropError(.invalidArgument, "the priority \(priority) of a feature is not above 0 and at most 1000")
        }
    }
}
