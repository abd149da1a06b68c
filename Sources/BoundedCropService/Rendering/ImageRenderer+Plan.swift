package import BoundedCrop
package import BoundedCropLoading

extension ImageRenderer {
    /// Returns all sizes and positions for the picture that a URL requests, and the placeholder of the finished picture, or of an animation's
    /// first frame, if the filters ask for it. Only then the picture is made; otherwise, only what detection and trimming need is decoded.
    /// After earlier requests, which are rendered, the sizes and positions are those in their result.
    ///
    /// - Throws: What `render` throws; without a placeholder, as far as it concerns planning.
    package func description(
        _ source: ImageSource,
        _ url: ImageURL,
        filters: ImageFilters,
        pictures: [String: ImageSource] = [:],
        cancellation: Cancellation = Cancellation(),
        tracer: StageTracer = .none,
        onStage: StageObserver = { _, _ in }
    ) throws -> (plan: RenderPlan, placeholder: Placeholder?) {
        try withoutActuallyEscaping(onStage) { onStage in
            let stages = StageRunner(cancellation: cancellation, tracer: tracer, onStage: onStage)
            let animates = animates(source, url, filters, nil)
            let followed = try animates ? followed(source, url, filters.crop, stages) : nil
            let chain = try afterEarlier(source, url, filters, pictures, stages, isShown: filters.output.hasPlaceholder)
            let plan = try chain.renderer.plan(chain.seen, url, filters.crop, stages, followed: followed)
            guard filters.output.hasPlaceholder else { return (plan, nil) }
            let pixels =
                try url.isDebug ? debug(chain, plan, stages) : finish(chain.shown, plan, filters, pictures, stages, hiding: chain.places)
            return (plan, try stages.run(.encode) { try Placeholder(of: pixels) })
        }
    }

    /// - Parameter followed: An animation whose frames were looked at; nil looks for features in the picture.
    func plan(
        _ source: any Picture,
        _ url: ImageURL,
        _ filters: CropFilters,
        _ stages: StageRunner,
        followed: FollowedAnimation? = nil
    ) throws -> RenderPlan {
        let region = try region(of: source, url, filters.geometry, stages)
        let target = try TargetGeometry(url, filters, region: region.size)
        // With debug, the whole picture is shown instead, as large as the limit allows.
        if !url.isDebug { try settings.checkOutput(target.size) }
        let picture: any Picture = region.size == source.size ? source : PictureRegion(picture: source, rectangle: region)
        let given = filters.focalRegions.map { $0.rect(in: source.size).moved(x: -Double(region.x), y: -Double(region.y)) }
        let detector = try url.isSmart ? lookingDetector(filters, given) : nil
        let place = try stages.run(.plan) {
            let found = try detector.map { try smartPlan(picture, target, filters, $0, followed?.tracks(in: region), stages) }
            return CropPlace(found, target, in: picture.size, url, given: given, filters.geometry, settings.smartCropping)
        }
        let turn = place.plan?.outputTurn ?? .zero
        let size = try target.size(showing: turn.turned(place.crop.size), filters)
        return RenderPlan(
            source: source.size,
            region: region,
            crop: place.crop.moved(x: region.x, y: region.y),
            size: size,
            box: target.isOpen ? size : target.box,
            turn: turn,
            flipsHorizontally: url.dimensions?.flipsHorizontally ?? false,
            flipsVertically: url.dimensions?.flipsVertically ?? false,
            detector: detector?.name,
            accuracy: filters.accuracy,
            cropPlan: place.plan?.moved(to: region, in: source.size),
            focalPoints: place.focalPoints,
            animation: followed.map(AnimationRecord.init)
        )
    }

    /// Nothing needs to look for features that are known.
    private func lookingDetector(_ filters: CropFilters, _ given: [Rect]) throws -> any FeatureDetector {
        try given.isEmpty ? looking.detector(detector(for: filters)) : FixedFeatureDetector(given)
    }

    /// What remains after trimming, the manual crop and the filter `region`.
    private func region(of source: any Picture, _ url: ImageURL, _ geometry: GeometryFilters, _ stages: StageRunner) throws -> PixelRect {
        var region = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        if let trim = url.trim {
            region = try stages.run(.trim) { try BorderTrim.rectangle(of: try source.pixels(of: region, scaledTo: source.size), trim) }
        }
        region = try url.manualCrop?.rectangle(inside: region) ?? region
        return try geometry.region?.rectangle(inside: region) ?? region
    }

    private func smartPlan(
        _ picture: any Picture,
        _ target: TargetGeometry,
        _ filters: CropFilters,
        _ detector: any FeatureDetector,
        _ tracks: [FeatureTrack]?,
        _ stages: StageRunner
    ) throws -> CropPlan {
        var request = CropRequest(target.mode == .crop ? .size(target.shape) : .source)
        // Without a size, nothing says how many pixels a crop must have.
        if target.mode == .crop, target.isOpen, filters.cropZoom != nil {
            request.shape = .aspect(filters.geometry.aspect ?? AspectRatio(filters.geometry.room(in: picture.size).size(in: picture.size)))
        }
        request.scheme = filters.scheme
        // Focal regions are given, whatever else is kept.
        request.kept = filters.focalRegions.isEmpty ? filters.kept : nil
        request.padding = filters.padding ?? settings.padding
        request.accuracy = filters.accuracy
        if target.mode == .crop {
            request.zoom = filters.cropZoom
            request.room = filters.geometry.room(in: picture.size)
        }
        request.rank = filters.geometry.rank
        request.placement = filters.placement
        request.rotatesToFaces = filters.rotatesToFaces && target.mode == .crop && settings.smartCropping == .bounded
        request.fallback = filters.fallback
        request.requiresFeature = filters.requiresFeature
        let cropper = BlockingCropper(detector: detector)
        if let tracks { return try cropper.plan(picture, tracks: tracks, for: request) }
        return try cropper.plans(picture, for: [request]) { try stages.run(.detect, $0) }[0]
    }
}

extension FollowedAnimation {
    /// The tracks that are seen in a region, in its coordinates.
    fileprivate func tracks(in region: PixelRect) -> [FeatureTrack] {
        tracks.compactMap { $0.seen(in: region.rect)?.moved(x: -Double(region.x), y: -Double(region.y)) }
    }
}

extension ImageURL.ManualCrop {
    /// The part inside a region whose corner is the origin of the crop's coordinates; the whole region if all edges are 0.
    ///
    /// Throws `invalidURL` if that is empty.
    func rectangle(inside region: PixelRect) throws -> PixelRect {
        if self == ImageURL.ManualCrop(left: 0, top: 0, right: 0, bottom: 0) { return region }
        let (right, bottom) = (min(right, region.width), min(bottom, region.height))
        guard left < right, top < bottom else {
            throw BoundedCropError(.invalidURL, "the manual crop from \(left)x\(top) lies outside the picture of \(region.size)")
        }
        return PixelRect(x: region.x + left, y: region.y + top, width: right - left, height: bottom - top)
    }
}
