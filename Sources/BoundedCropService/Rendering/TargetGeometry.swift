internal import BoundedCrop

/// The size of the output and the aspect of its crop, computed as in thumbor and compared with thumbor 7.7.
struct TargetGeometry {
    /// How a picture is brought to its size.
    enum Mode: Hashable {
        /// Scaled whole to the size inside or around the box.
        case fit
        /// Scaled without keeping the aspect.
        case stretch
        /// Cropped to the aspect, then scaled.
        case crop
    }

    let mode: Mode
    /// The requested box, which `fill` fills.
    let box: PixelSize
    /// The size that the crop, or the whole picture, is scaled to.
    let size: PixelSize

    /// - Parameter region: The size of the picture after trimming and the manual crop.
    init(_ url: ImageURL, _ filters: CropFilters, region: PixelSize) {
        var box = Self.box(url.dimensions, region: region)
        if filters.upscaling == .never {
            box = PixelSize(width: min(box.width, region.width), height: min(box.height, region.height))
        }
        if let fitIn = url.fitIn {
            let isOtherWay =
                region.width < region.height && box.width > box.height || region.width > region.height && box.width < box.height
            if fitIn.isAdaptive, isOtherWay { box = PixelSize(width: box.height, height: box.width) }
            mode = .fit
            size = Self.fitted(region, in: box, fitIn, enlarges: filters.upscaling == .always)
        } else {
            mode = filters.stretches ? .stretch : .crop
            size = box
        }
        self.box = box
    }

    /// The dimensions in pixels.
    private static func box(_ dimensions: ImageURL.Dimensions?, region: PixelSize) -> PixelSize {
        let width = dimensions?.width.pixels(original: region.width)
        let height = dimensions?.height.pixels(original: region.height)
        switch (width, height) {
        case (nil, nil): return region
        case (let width?, nil): return PixelSize(width: width, height: scaled(region.height, width, region.width))
        case (nil, let height?): return PixelSize(width: scaled(region.width, height, region.height), height: height)
        case (let width?, let height?): return PixelSize(width: width, height: height)
        }
    }

    private static func fitted(_ region: PixelSize, in box: PixelSize, _ fitIn: ImageURL.FitIn, enlarges: Bool) -> PixelSize {
        let isWiderBox = box.width * region.height >= box.height * region.width
        let isTaller = box.width * region.height <= box.height * region.width
        let goesByHeight = fitIn.isFull ? isTaller : isWiderBox
        let isLarger = box.width >= region.width && box.height >= region.height
        if isLarger, !fitIn.isFull, !enlarges { return region }
        // thumbor rounds down when its filter `upscale` enlarges, and to the nearest when it fits.
        let rule: FloatingPointRoundingRule = isLarger && !fitIn.isFull ? .down : .toNearestOrAwayFromZero
        return goesByHeight
            ? PixelSize(width: scaled(region.width, box.height, region.height, rule), height: box.height)
            : PixelSize(width: box.width, height: scaled(region.height, box.width, region.width, rule))
    }

    /// `length * numerator / denominator` in whole pixels, at least one.
    private static func scaled(
        _ length: Int,
        _ numerator: Int,
        _ denominator: Int,
        _ rule: FloatingPointRoundingRule = .toNearestOrEven
    ) -> Int {
        Int(Double(length) * Double(numerator) / Double(denominator), within: 1...Int(Int32.max), rounded: rule)
    }
}

extension ImageURL.Dimension {
    /// Nil if it is proportional to the other side.
    fileprivate func pixels(original: Int) -> Int? {
        switch self {
        case .pixels(let pixels): pixels
        case .proportional: nil
        case .original: original
        }
    }
}
