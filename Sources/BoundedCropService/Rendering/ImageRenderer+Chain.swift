internal import BoundedCrop
internal import BoundedCropEffects

/// What the last request of a chain is applied to. Without earlier requests, that is the source.
struct ChainedPicture {
    /// The picture in which features are found, with nothing covered.
    var seen: any Picture
    /// The picture that is shown.
    var shown: any Picture
    /// What is still to be covered in `shown`: none after earlier requests, which have done it.
    var places: HiddenPlaces
    /// Counts what is covered.
    let count: RedactionCount
    /// What is known of the source is not known of what is made of it.
    var renderer: ImageRenderer
}

extension ImageRenderer {
    /// The picture after the earlier requests of a chain, which shows one frame of an animation. What any request of the chain hides is
    /// found in the source, and covered before anything else is done.
    ///
    /// - Parameter isShown: Whether the picture will be shown; if not, nothing needs to be covered.
    func afterEarlier(
        _ source: ImageSource,
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner,
        isShown: Bool = true
    ) throws -> ChainedPicture {
        let hides = isShown && filters.redactsAnywhere
        let count = RedactionCount()
        var chain = ChainedPicture(seen: source, shown: source, places: .none, count: count, renderer: self)
        if hides {
            chain.places = try stages.run(.detect) { try HiddenPlaces(of: redactions(filters).counting(in: count), in: source) }
        }
        for (earlier, own) in zip(url.earlier, filters.earlier) {
            let plan = try chain.renderer.plan(chain.seen, earlier, own.crop, stages)
            let shown = try chain.renderer.finish(chain.shown, plan, own, pictures, stages, hiding: chain.places)
            chain.seen =
                try hides ? chain.renderer.finish(chain.seen, plan, own, pictures, stages, hiding: .none) : shown
            (chain.shown, chain.places, chain.renderer) = (shown, .none, chain.renderer.knowing(Looking()))
        }
        return chain
    }
}

extension ImageURL {
    /// The request that is applied to the picture itself: the first of the chain.
    var first: ImageURL { earlier.first ?? self }
}

extension ImageFilters {
    /// The filters of the request that is applied to the picture itself.
    var first: ImageFilters { earlier.first ?? self }
}

extension ImageFilters {
    /// Whether features are detected to hide them, by any request of the chain.
    var redactsAnywhere: Bool { redacts || earlier.contains(where: \.redacts) }

    /// Throws `noFeatureFound` if a face is required, and redactions covered nothing.
    func checkCovered(_ count: RedactionCount) throws {
        guard redactsAnywhere, (earlier + [self]).contains(where: \.crop.requiresFeature) else { return }
        try count.check()
    }
}
