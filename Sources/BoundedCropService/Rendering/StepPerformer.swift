internal import BoundedCrop
internal import BoundedCropEffects

/// Does the steps of one picture, each within the limits.
struct StepPerformer {
    /// What `fill` fills.
    let box: PixelSize
    /// Finds what `redact` hides.
    let detector: any FeatureDetector
    /// By their names.
    let pictures: [String: ImageSource]
    let maximumPixels: Int

    /// Throws `limitExceeded` before a picture becomes too large, and what the step throws.
    func apply(_ step: PictureStep, to pixels: inout PixelBuffer) throws {
        switch step {
        case .effect(var effect):
            // Nothing that was found before is relied on: the crop may show what was too small to see.
            if var redaction = effect as? Redact {
                redaction.detector = detector
                effect = redaction
            }
            try check(effect.footprint(on: pixels.size).resultSize)
            try effect.apply(to: &pixels)
        case .proportion(let share):
            func scaled(_ side: Int) -> Int { Int(Double(side) * share, within: 1...max(1, side), rounded: .down) }
            pixels = try pixels.resized(to: PixelSize(width: scaled(pixels.width), height: scaled(pixels.height)))
        case .fill(let ground, let showsThrough):
            try check(PixelSize(width: max(box.width, pixels.width), height: max(box.height, pixels.height)))
            try Fill(to: box, with: ground, showsThrough: showsThrough).apply(to: &pixels)
        case .watermark(let watermark):
            let source = try picture(watermark.picture)
            try watermark.overlay(source, on: pixels.size, maximumPixels: maximumPixels).apply(to: &pixels)
        case .mask(let name):
            let mask = try picture(name).luma(longSide: 2 * pixels.size.longSide)
            try Mask(mask).apply(to: &pixels)
        }
    }

    private func picture(_ name: String) throws -> ImageSource {
        guard let picture = pictures[name] else {
            throw BoundedCropError(.invalidFilter, "the picture “\(name)”, which a filter needs, was not loaded")
        }
        return picture
    }

    private func check(_ size: PixelSize) throws {
        guard size.area <= maximumPixels else {
            throw BoundedCropError(.limitExceeded, "an output of \(size) exceeds the limit of \(maximumPixels) pixels")
        }
    }
}
