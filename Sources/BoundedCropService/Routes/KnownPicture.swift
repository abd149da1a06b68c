internal import BoundedCrop
internal import BoundedCropRendering
internal import FoundationEssentials

/// The input of `/plan`: a detection, or the record of an animation, in place of a picture.
struct KnownPicture {
    private struct Record: Decodable {
        let width: Int
        let height: Int
        let features: [FoundFeature]
        let likely: [FoundFeature]?
        let animation: AnimationRecord?
    }

    let size: PixelSize
    private var found: Detection
    /// The animation, if the picture is one.
    private(set) var animation: AnimationRecord?

    /// - Parameter crops: How many crops will be planned.
    ///
    /// Throws `invalidArgument`.
    init(_ bytes: [UInt8], crops: Int) throws {
        let known: Record
        do {
            known = try JSONDecoder().decode(Record.self, from: Data(bytes))
            try JSONText.check(bytes)
        } catch let error as BoundedCropError {
            throw error
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
        found = Detection(known.features.map(\.feature), likely: known.likely?.map(\.feature) ?? [])
        try FeatureLimits.check(features: found.features + found.likely)
        try FeatureLimits.check(tracks: known.animation?.tracks.compactMap(\.track) ?? [])
        // A track without sightings is listed, too.
        let sightings = known.animation?.tracks.reduce(0) { $0 + max(1, $1.sightings.count) } ?? 0
        try FeatureLimits.check(features: found.features.count + found.likely.count, sightings: sightings, forCrops: crops)
        animation = known.animation
    }

    /// The same picture with places instead of its features, if there are any.
    func replacing(places: [Feature]) throws -> KnownPicture {
        guard !places.isEmpty else { return self }
        var picture = self
        (picture.animation, picture.found) = (nil, Detection(try FixedFeatureDetector(places).features(in: size)))
        return picture
    }

    /// Where the picture is cropped; nothing stands out, because there are no pixels.
    func plan(_ request: CropRequest) throws -> CropPlan {
        guard let animation else {
            return try CropPlanner.plan(features: found.features, likely: found.likely, size: size, request: request)
        }
        return try CropPlanner.plan(tracks: animation.tracks.compactMap(\.track), size: size, request: request) { nil }
    }
}
