internal import BoundedCrop
internal import BoundedCropEffects

extension CropParameters {
    /// The cost of answering an upload. Throws `limitExceeded` for an output beyond the settings' limit.
    ///
    /// - Parameters:
    ///   - detector: Finds what must stay visible.
    ///   - redactionDetector: Finds what `redact` hides.
    func cost(
        _ source: ImageSource,
        detector: any FeatureDetector,
        redactionDetector: any FeatureDetector,
        _ settings: RenderSettings
    ) throws -> RequestCost {
        // A crop never has more pixels than the picture; only a size can make the output larger.
        let size: PixelSize? = if case .size(let size)? = shapes.first { size } else { nil }
        let isExact = size != nil && request.allowsUpscaling
        var picture = PictureCost(source, maximumPixels: settings.maximumOutputPixels, isExact: isExact)
        picture.look(detector, request.accuracy)
        let takesFrame = still != nil && source.header.isAnimated
        let animation = try animates(source, settings) || takesFrame ? source.animationInfo() : nil
        if let animation { picture.play(animation) }
        if takesFrame { picture.keepFrame() }
        guard !isPlanOnly || hasPlaceholder else { return picture.total }
        picture.search(for: effects.detecting(with: redactionDetector))
        // The part around one face may be small.
        let isZoomed = request.zoom != nil || request.alignment != nil
        if request.rotatesToFaces || request.alignment != nil {
            try picture.turn(PixelRect(all: source.size), scaledTo: size ?? source.size, isZoomed: isZoomed)
        }
        try picture.decode(PixelRect(all: source.size), scaledTo: size ?? source.size, isZoomed: isZoomed)
        for effect in effects { try picture.take(effect.footprint(on: picture.size), effort: effect.effort) }
        if hasPlaceholder { picture.preview() }
        guard !isPlanOnly else { return picture.total }
        picture.encode(options(for: source, settings), animation: takesFrame ? nil : animation)
        return picture.total
    }

    /// Whether the answer has every frame of the source.
    func animates(_ source: ImageSource, _ settings: RenderSettings) -> Bool {
        still == nil && source.animates(as: options(for: source, settings))
    }

    /// How the answer is written.
    func options(for source: ImageSource, _ settings: RenderSettings) -> ImageEncoding {
        ImageEncoding(format ?? source.header.outputFormat, quality: quality ?? settings.quality)
    }
}
