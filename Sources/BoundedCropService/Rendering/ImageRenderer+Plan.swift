public import BoundedCrop

extension ImageRenderer {
    /// All sizes and places of the picture that a URL asks for, without decoding more than detection and trimming need.
    ///
    /// Throws what `render` does, as far as it comes to that.
    public func plan(
        _ source: ImageSource,
        _ url: ImageURL,
        filters: ImageFilters,
        cancellation: Cancellation = Cancellation(),
        onStage: StageObserver = { _, _ in }
    ) throws -> RenderPlan {
        try withoutActuallyEscaping(onStage) { onStage in
            try plan(source, url, filters.crop, StageRunner(cancellation: cancellation, onStage: onStage))
        }
    }

    func plan(_ source: ImageSource, _ url: ImageURL, _ filters: CropFilters, _ stages: StageRunner) throws -> RenderPlan {
        var region = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        if let crop = url.manualCrop { region = try crop.rectangle(inside: region) }
        let target = TargetGeometry(url, filters, region: region.size)
        try check(target.size)
        let picture: any Picture = region.size == source.size ? source : PictureRegion(picture: source, rectangle: region)
        let (crop, cropPlan, focalPoints) = try stages.run(.plan) { try place(target, in: picture, at: region, url, filters) }
        return RenderPlan(
            source: source.size,
            region: region,
            crop: crop.moved(x: region.x, y: region.y),
            size: target.size,
            box: target.box,
            flipsHorizontally: url.dimensions?.flipsHorizontally ?? false,
            flipsVertically: url.dimensions?.flipsVertically ?? false,
            cropPlan: cropPlan?.moved(to: region, in: source.size),
            focalPoints: focalPoints
        )
    }

    /// The crop in a region, why it is there, and what thumbor would crop around.
    private func place(
        _ target: TargetGeometry,
        in picture: any Picture,
        at region: PixelRect,
        _ url: ImageURL,
        _ filters: CropFilters
    ) throws -> (PixelRect, CropPlan?, [FocalPoint]) {
        let whole = PixelRect(x: 0, y: 0, width: picture.size.width, height: picture.size.height)
        let given = filters.focalRegions.map { $0.rect.moved(x: -Double(region.x), y: -Double(region.y)) }
        var focalPoints = given.map { FocalPoint($0, origin: "Explicit") }
        var plan: CropPlan?
        if url.isSmart {
            var request = CropRequest(target.mode == .crop ? .size(target.size) : .source)
            request.scheme = filters.scheme
            request.padding = filters.padding ?? settings.padding
            request.accuracy = filters.accuracy
            request.zoom = target.mode == .crop ? filters.zoom.map { CropRequest.Zoom(fill: $0) } : nil
            request.fallback = filters.fallback
            request.requiresFeature = filters.requiresFeature
            let cropper = BoundedCropper(detector: try detector(for: filters, given: given), cache: nil)
            let found = try cropper.plan(picture, for: request)
            if given.isEmpty { focalPoints = found.features.map { FocalPoint($0.feature.rectangle, origin: $0.feature.kind.rawValue) } }
            plan = found
        }
        if focalPoints.isEmpty { focalPoints = [FocalPoint(url.horizontalAlignment, url.verticalAlignment, in: picture.size)] }
        guard target.mode == .crop else { return (whole, plan, focalPoints) }
        if let plan, settings.smartCropping == .bounded { return (plan.crop, plan, focalPoints) }
        let crop = AlignedCrop.rectangle(in: picture.size, target: target.size, around: focalPoints)
        return (crop, plan, focalPoints)
    }

    private func detector(for filters: CropFilters, given: [Rect]) throws -> any FeatureDetector {
        if !given.isEmpty { return FixedFeatureDetector(given) }
        return try filters.detector.map(namedDetector) ?? detector
    }

    private func check(_ size: PixelSize) throws {
        guard size.area <= settings.maximumOutputPixels else {
            throw BoundedCropError(
                .limitExceeded,
                "an output of \(size) exceeds the limit of \(settings.maximumOutputPixels) pixels"
            )
        }
    }
}

extension ImageURL.ManualCrop {
    var rect: Rect { Rect(minX: Double(left), minY: Double(top), maxX: Double(right), maxY: Double(bottom)) }

    /// What of it lies inside a picture; the whole picture where all edges are 0.
    ///
    /// Throws `invalidURL` where that is nothing.
    func rectangle(inside whole: PixelRect) throws -> PixelRect {
        if self == ImageURL.ManualCrop(left: 0, top: 0, right: 0, bottom: 0) { return whole }
        let (right, bottom) = (min(right, whole.width), min(bottom, whole.height))
        guard left < right, top < bottom else {
            throw BoundedCropError(.invalidURL, "the manual crop from \(left)x\(top) lies outside the picture of \(whole.size)")
        }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
