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
        // Sizes after trimming are not known in advance.
        let isExact = url.trim == nil && url.earlier.allSatisfy { $0.trim == nil }
        var picture = PictureCost(source, maximumPixels: settings.maximumOutputPixels, isExact: isExact)
        for other in pictures.values { picture.hold(other) }
        if let animation { picture.play(animation) }
        picture.search(for: try redactions(filters))
        for (earlier, own) in zip(url.earlier, filters.earlier) {
            let before = picture.total.work
            try make(earlier, own, &picture, isExact: isExact, pictures)
            picture.keep()
            // Features are still found in what is covered, so it is made twice.
            if filters.redactsAnywhere {
                picture.keep()
                picture.touch(picture.total.work - before)
            }
        }
        try make(url, filters, &picture, isExact: isExact, pictures)
        if filters.output.hasPlaceholder { picture.preview() }
        guard !url.isMeta else { return picture.total }
        picture.encode(options(filters, format ?? source.header.outputFormat), animation: animation)
        return picture.total
    }

    /// Adds the cost of one request of a chain.
    private func make(
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ picture: inout PictureCost,
        isExact: Bool,
        _ pictures: [String: ImageSource]
    ) throws {
        if url.trim != nil { picture.scan() }
        if url.isSmart { picture.look(try detector(for: filters.crop), filters.crop.accuracy) }
        guard !url.isMeta || filters.output.hasPlaceholder else { return }
        let whole = PixelRect(all: picture.size)
        var region = whole
        if isExact {
            region = try url.manualCrop?.rectangle(inside: region) ?? region
            region = try filters.crop.geometry.region?.rectangle(inside: region) ?? region
        }
        let target = try TargetGeometry(url, filters.crop, region: region.size)
        let size = largest(target, url, region: region.size, isExact: isExact)
        let isZoomed = filters.crop.cropZoom != nil || filters.crop.geometry.room(in: region.size) != .whole
        if filters.crop.rotatesToFaces { try picture.turn(region, scaledTo: size, isZoomed: isZoomed) }
        try picture.decode(region, scaledTo: size, isZoomed: isZoomed)
        for step in url.isDebug ? [] : filters.steps {
            picture.touch(step.decodedPixels(pictures))
            if picture.isAnimated { picture.hold(bytes: step.keptBytes(on: picture.size, pictures: pictures)) }
            try picture.take(step.footprint(on: picture.size, box: target.box, pictures: pictures), effort: step.effort)
        }
    }

    /// The largest possible size of the output, whatever is trimmed.
    private func largest(_ target: TargetGeometry, _ url: ImageURL, region: PixelSize, isExact: Bool) -> PixelSize {
        let limit = settings.maximumOutputPixels
        if url.isDebug { return region.shrunk(toArea: limit) }
        guard !isExact, let dimensions = url.dimensions else { return target.size }
        let isBoxed = dimensions.width != .proportional && dimensions.height != .proportional && url.fitIn?.isFull != true
        if isBoxed { return target.box }
        let side = Int(Double(limit).squareRoot())
        return PixelSize(width: side, height: side)
    }
}
