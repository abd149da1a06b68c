extension CropPlanner {
    /// Returns the plan for an animation: one window for all frames, which holds the scheme's tracks through time.
    ///
    /// If no window of the aspect holds them wherever they are seen, it holds the greatest weight of whole features, summed over all
    /// sightings: where somebody is longest counts most. The plan's features are the tracks, each with the rectangle around all its
    /// sightings. If the request names kinds to keep, only tracks of these kinds are used; if it has a rank, only the track with the largest
    /// sighting of that rank.
    ///
    /// - Parameters:
    ///   - tracks: The features, followed through the animation.
    ///   - size: The size of the upright frames.
    ///   - request: The crop to make.
    ///   - saliency: Called when there are no tracks to keep and the request's fallback is attention; nil if nothing stands out.
    /// - Throws: What `plan(features:size:request:)` throws.
    package static func plan(
        tracks: [FeatureTrack],
        size: PixelSize,
        request: CropRequest,
        saliency: () throws -> SaliencyMap?
    ) throws -> CropPlan {
        guard request.alignment == nil else {
            throw BoundedCropError(.invalidArgument, "an animation cannot be aligned, because faces move in it: use one of its frames")
        }
        let tracks = ranked(request.kept?.tracks(of: tracks) ?? tracks, request.rank) { track in
            track.sightings.map(\.feature.rectangle.area).max() ?? 0
        }
        let selected = request.scheme.tracks(of: tracks)
        var everywhere = request
        (everywhere.scheme, everywhere.rank) = (.all, nil)
        let sightings = thinned(selected.flatMap { $0.sightings.map(\.feature) }, padding: request.padding)
        var plan = try FaceTurn.plan(everywhere) { request in
            try CropPlanner.plan(features: sightings, size: size, request: request) { shown in
                BoundingScheme.all.boundingRectangle(of: shown, in: size, padding: request.padding)
            } saliency: {
                try saliency()
            }
        }
        plan.scheme = request.scheme
        guard request.looksForFeatures else { return plan }
        plan.features = tracks.compactMap { track in
            var feature = track.feature
            feature.rectangle = feature.rectangle.intersection(size.bounds)
            guard !feature.rectangle.isEmpty else { return nil }
            return .init(feature: feature, kept: plan.crop.rect.contains(feature.rectangle))
        }
        return plan
    }

    /// At most about a thousand sightings, as planning takes time that grows with the square of their number. Those that determine the
    /// bounding rectangle are among them.
    private static func thinned(_ sightings: [Feature], padding: Padding) -> [Feature] {
        let most = 1000
        guard sightings.count > most else { return sightings }
        let padded = sightings.map { padding.applied(to: $0) }
        let outermost = [
            padded.indices.min { padded[$0].minX < padded[$1].minX }, padded.indices.min { padded[$0].minY < padded[$1].minY },
            padded.indices.max { padded[$0].maxX < padded[$1].maxX }, padded.indices.max { padded[$0].maxY < padded[$1].maxY },
        ]
        let step = (sightings.count + most - 1) / most
        return sightings.indices.filter { $0 % step == 0 || outermost.contains($0) }.map { sightings[$0] }
    }
}
