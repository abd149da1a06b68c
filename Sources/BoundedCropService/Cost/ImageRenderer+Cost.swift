internal import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// What rendering a URL will take.
    ///
    /// Throws `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the URL does not suit the picture, and what the
    /// provider of named detectors throws.
    func cost(
        _ source: ImageSource,
        _ url: ImageURL,
        filters: ImageFilters,
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:]
    ) throws -> RequestCost {
        // What trimming leaves is not known before.
        let isExact = url.trim == nil
        var picture = PictureCost(source, maximumPixels: settings.maximumOutputPixels, isExact: isExact)
        for other in pictures.values { picture.hold(other) }
        if !isExact { picture.scan() }
        let detector = try detector(for: filters.crop)
        if url.isSmart { picture.look(detector, filters.crop.accuracy) }
        guard !url.isMeta else { return picture.total }

        let whole = PixelRect(all: source.size)
        let region = try isExact ? url.manualCrop?.rectangle(inside: whole) ?? whole : whole
        let target = TargetGeometry(url, filters.crop, region: region.size)
        let size = largest(target, url, region: region.size)
        try picture.decode(region, scaledTo: size, isZoomed: filters.crop.zoom != nil)
        for step in url.isDebug ? [] : filters.steps {
            try picture.take(step.footprint(on: picture.size, box: target.box, detector: detector, pictures: pictures))
        }
        picture.encode(options(filters, format ?? source.header.format))
        return picture.total
    }

    /// The largest that the output may be, whatever is trimmed off.
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
