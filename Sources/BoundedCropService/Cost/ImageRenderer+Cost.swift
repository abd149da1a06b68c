internal import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// The cost of rendering a URL.
    ///
    /// - Parameter animation: What the file says about its animation; nil if one picture is rendered.
    ///
    /// Throws `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the URL does not fit the picture, and what the
    /// provider of named detectors throws.
    func cost(
        _ source: ImageSource,
        _ url: ImageURL,
        filters: ImageFilters,
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:],
        animation: AnimationInfo? = nil
    ) throws -> RequestCost {
        // The size after trimming is not known in advance.
        let isExact = url.trim == nil
        var picture = PictureCost(source, maximumPixels: settings.maximumOutputPixels, isExact: isExact)
        for other in pictures.values { picture.hold(other) }
        if !isExact { picture.scan() }
        let detector = try detector(for: filters.crop)
        if url.isSmart { picture.look(detector, filters.crop.accuracy) }
        if let animation { picture.play(animation) }
        guard !url.isMeta else { return picture.total }

        let whole = PixelRect(all: source.size)
        let region = try isExact ? url.manualCrop?.rectangle(inside: whole) ?? whole : whole
        let target = TargetGeometry(url, filters.crop, region: region.size)
        let size = largest(target, url, region: region.size)
        if filters.crop.rotatesToFaces { try picture.turn(region, scaledTo: size, isZoomed: filters.crop.zoom != nil) }
        try picture.decode(region, scaledTo: size, isZoomed: filters.crop.zoom != nil)
        for step in url.isDebug ? [] : filters.steps {
            try picture.take(step.footprint(on: picture.size, box: target.box, detector: detector, pictures: pictures))
        }
        picture.encode(options(filters, format ?? source.header.outputFormat), animation: animation)
        return picture.total
    }

    /// The largest possible size of the output, whatever is trimmed.
    private func largest(_ target: TargetGeometry, _ url: ImageURL, region: PixelSize) -> PixelSize {
        let limit = settings.maximumOutputPixels
        if url.isDebug { return region.shrunk(toArea: limit) }
        guard url.trim != nil, let dimensions = url.dimensions else { return target.size }
        let isBoxed = dimensions.width != .proportional && dimensions.height != .proportional && url.fitIn?.isFull != true
        if isBoxed { return target.box }
        let side = Int(Double(limit).squareRoot())
        return PixelSize(width: side, height: side)
    }
}
