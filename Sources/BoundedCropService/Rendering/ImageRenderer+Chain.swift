internal import BoundedCrop

extension ImageRenderer {
    /// The picture that the last request of a chain is applied to, and the renderer for it. Without earlier requests, that is the source.
    ///
    /// What is known of the source is not known of what is made of it. A chain shows one frame of an animation.
    func afterEarlier(
        _ source: ImageSource,
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ pictures: [String: ImageSource],
        _ stages: StageRunner
    ) throws -> (picture: any Picture, renderer: ImageRenderer) {
        var (picture, renderer): (any Picture, ImageRenderer) = (source, self)
        for (earlier, filters) in zip(url.earlier, filters.earlier) {
            let plan = try renderer.plan(picture, earlier, filters.crop, stages)
            picture = try renderer.finish(picture, plan, filters, pictures, stages)
            renderer = renderer.knowing(Looking())
        }
        return (picture, renderer)
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
