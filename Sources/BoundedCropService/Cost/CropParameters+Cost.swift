internal import BoundedCrop
internal import BoundedCropEffects

extension CropParameters {
    /// The cost of answering an upload. Throws `limitExceeded` for an output beyond the settings' limit.
    func cost(_ source: ImageSource, detector: any FeatureDetector, _ settings: RenderSettings) throws -> RequestCost {
        // A crop never has more pixels than the picture; only a size can make the output larger.
        let size: PixelSize? = if case .size(let size)? = shapes.first { size } else { nil }
        let isExact = size != nil && request.allowsUpscaling
        var picture = PictureCost(source, maximumPixels: settings.maximumOutputPixels, isExact: isExact)
        picture.look(detector, request.accuracy)
        guard !isPlanOnly else { return picture.total }
        try picture.decode(PixelRect(all: source.size), scaledTo: size ?? source.size, isZoomed: request.zoom != nil)
        for effect in effects { try picture.take(effect.footprint(on: picture.size, detecting: detector)) }
        picture.encode(options(for: source, settings))
        return picture.total
    }

    /// How the answer is written.
    func options(for source: ImageSource, _ settings: RenderSettings) -> ImageEncoding {
        ImageEncoding(format ?? source.header.format, quality: quality ?? settings.quality)
    }
}
