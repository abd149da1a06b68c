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
    /// The requested box, which `fill` fills: where no side is requested, that of the picture.
    let box: PixelSize
    /// What is left of the density where the picture would be enlarged for it.
    let density: Double
    /// Whether neither side is requested, so that the output has the pixels of the crop.
    let isOpen: Bool
    /// The size that the crop, or the whole picture, is scaled to.
    private(set) var size: PixelSize
    /// A size with the aspect of the crop: the output's, unless the crop has an aspect of its own and is stretched.
    let shape: PixelSize
    /// The size that a crop is planned for: the requested one also where that is shrunk with its aspect, to whole pixels.
    let planned: PixelSize

    /// - Parameters:
    ///   - region: The size of the picture after trimming and the manual crop.
    ///   - exact: The size of the crop if it is known, as for a given rectangle; it has the target's shape.
    /// - Throws: `invalidURL` for parts that cannot be used together, and if the output would be larger than the target allows.
    init(_ stage: RenderRequest.Stage, region: PixelSize, exact: PixelSize? = nil) throws {
        var target = stage.target
        if target.dimensions.width.isOpen, target.dimensions.height.isOpen, target.aspect == nil, target.fit == nil {
            target.take(stage.crop.ownPixels)
        }
        let room = stage.crop.room(in: region)
        guard target.fit == nil || room == .whole else {
            throw BoundedCropError(.invalidURL, "fit-in shows the whole picture; window and magnify need a crop")
        }
        guard exact == nil || target.fit == nil && !target.fitsOtherOrientations && !target.stretches else {
            throw BoundedCropError(.invalidURL, "a given rectangle is cropped: it is neither fitted nor stretched")
        }
        // What a crop can take; the whole region by default.
        let whole = exact ?? room.size(in: region)
        let largest = { aspect in exact ?? CropWindow.largest(aspect, in: whole) }
        // A crop that is known keeps its shape.
        let upscaling: RenderRequest.Upscaling = exact != nil && target.upscaling == .never ? .neverAtAspect : target.upscaling
        var box = Self.box(target, region: whole, largest).scaled(by: target.scale)
        // Limits of the size do not change the orientation that was requested, nor the ground around a picture that is smaller.
        let requestedFit = Self.fit(target, box: box, region: region)
        let density = Self.density(target, box: box, requestedFit, whole)
        self.density = density
        box = box.scaled(by: density)
        if target.roundsLikeThumbor { box = ExactSize(box.rounded(.toNearestOrEven)) }
        var requestedBox = box.rounded()
        if upscaling == .never { box = box.limited(to: whole) }
        if upscaling == .neverAtAspect, target.fit == nil { box = box.shrunk(into: largest(AspectRatio(requestedBox))) }
        let least = ExactSize(target.least).scaled(by: density)
        if let fitIn = requestedFit {
            let isOtherWay =
                region.width < region.height && box.width > box.height || region.width > region.height && box.width < box.height
            if fitIn.isAdaptive, isOtherWay {
                box = ExactSize(width: box.height, height: box.width)
                requestedBox = PixelSize(width: requestedBox.height, height: requestedBox.width)
            }
            mode = .fit
            let fitted = Self.fitted(region, in: box, fitIn, enlarges: target.upscaling == .always)
            let roundsDown = target.roundsLikeThumbor && target.upscaling == .always && !fitIn.isFull && box.holds(region)
            size = fitted.grown(to: least).rounded(roundsDown ? .down : .toNearestOrAwayFromZero)
        } else {
            mode = target.stretches && target.aspect == nil ? .stretch : .crop
            // As in thumbor, halves of a side that follows from the other are rounded to even pixels.
            size = box.grown(to: least).rounded(target.scale == 1 && density == 1 ? .toNearestOrEven : .toNearestOrAwayFromZero)
        }
        size = size.shrunk(toArea: target.maximumPixels ?? .max)
        let isOpen = (across: target.dimensions.width.isOpen, down: target.dimensions.height.isOpen)
        self.isOpen = isOpen.across && isOpen.down
        self.box = PixelSize(
            width: isOpen.across ? size.width : requestedBox.width,
            height: isOpen.down ? size.height : requestedBox.height
        )
        shape = target.aspect.flatMap { target.stretches ? CropWindow.largest($0, in: whole) : nil } ?? size
        planned = target.upscaling == .neverAtAspect && shape == box.rounded() ? requestedBox : shape
        if target.upscaling == .refused { try Self.check(size, mode == .crop ? largest(AspectRatio(shape)) : whole) }
    }

    /// The size of the output for a crop that was found, as the output shows it: a zoom makes it smaller than the largest one, and turned to
    /// its faces it may be larger or smaller.
    ///
    /// - Throws: `invalidURL` if the output would be larger than the target allows.
    func size(showing crop: PixelSize, turn: QuarterTurn, _ stage: RenderRequest.Stage) throws -> PixelSize {
        guard mode == .crop, shape == size, stage.crop.cropZoom != nil || turn != .zero else { return size }
        let target = stage.target
        if target.upscaling == .refused { try Self.check(size, crop) }
        let isLimited = [.never, .neverAtAspect].contains(target.upscaling)
        guard isOpen else { return isLimited && (crop.width < size.width || crop.height < size.height) ? crop : size }
        return Self.openSize(crop, target)
    }

    /// The size of an output without a size of its own, for as many pixels as the crop has.
    private static func openSize(_ crop: PixelSize, _ target: RenderRequest.Target) -> PixelSize {
        let isLimited = [.never, .neverAtAspect].contains(target.upscaling)
        return ExactSize(crop).scaled(by: isLimited ? min(1, target.scale) : target.scale).grown(to: ExactSize(target.least)).rounded()
            .shrunk(toArea: target.maximumPixels ?? .max)
    }

    /// The size of the output for an aligned crop.
    ///
    /// - Throws: `invalidURL` if the output would be larger than the target allows.
    func size(of plan: CropPlan, _ stage: RenderRequest.Stage) throws -> PixelSize {
        let natural = plan.naturalSize
        if isOpen { return Self.openSize(natural, stage.target) }
        if stage.target.upscaling == .refused { try Self.check(size, natural) }
        let isLimited = [.never, .neverAtAspect].contains(stage.target.upscaling)
        return isLimited && (natural.width < size.width || natural.height < size.height) ? natural : size
    }

    /// How the picture is fitted into the box; nil if it is cropped or stretched.
    private static func fit(_ target: RenderRequest.Target, box: ExactSize, region: PixelSize) -> RenderRequest.FitIn? {
        guard target.fit == nil, target.fitsOtherOrientations else { return target.fit }
        let isSameOrientation = (region.width >= region.height) == (box.width >= box.height)
        return isSameOrientation ? nil : RenderRequest.FitIn()
    }

    /// What is left of the density where the picture would be enlarged for it.
    private static func density(
        _ target: RenderRequest.Target,
        box: ExactSize,
        _ fit: RenderRequest.FitIn?,
        _ whole: PixelSize
    ) -> Double {
        let (across, down) = (Double(whole.width) / box.width, Double(whole.height) / box.height)
        let shrinking = fit?.isFull == false ? max(across, down) : min(across, down)
        return min(target.density, max(1, shrinking))
    }

    private static func check(_ size: PixelSize, _ largest: PixelSize) throws {
        guard size.width > largest.width || size.height > largest.height else { return }
        throw BoundedCropError(.invalidURL, "an output of \(size) would enlarge the picture, of which only \(largest) pixels are shown")
    }

    /// The dimensions in pixels.
    private static func box(
        _ target: RenderRequest.Target,
        region: PixelSize,
        _ largest: (AspectRatio) -> PixelSize
    ) -> ExactSize {
        let aspect = target.aspect
        let width = target.dimensions.width.pixels(original: region.width).map(Double.init)
        let height = target.dimensions.height.pixels(original: region.height).map(Double.init)
        let shape = ExactSize(aspect.map { PixelSize(width: $0.width, height: $0.height) } ?? region)
        switch (width, height) {
        case (nil, nil): return ExactSize(aspect.map(largest) ?? region)
        case (let width?, nil): return ExactSize(width: width, height: shape.height * width / shape.width)
        case (nil, let height?): return ExactSize(width: shape.width * height / shape.height, height: height)
        case (let width?, let height?): return ExactSize(width: width, height: height)
        }
    }

    private static func fitted(_ region: PixelSize, in box: ExactSize, _ fitIn: RenderRequest.FitIn, enlarges: Bool) -> ExactSize {
        if box.holds(region), !fitIn.isFull, !enlarges { return ExactSize(region) }
        let whole = ExactSize(region)
        let (across, down) = (box.width * whole.height, box.height * whole.width)
        return (fitIn.isFull ? across <= down : across >= down)
            ? ExactSize(width: whole.width * box.height / whole.height, height: box.height)
            : ExactSize(width: box.width, height: whole.height * box.width / whole.width)
    }
}

extension RenderRequest.Target {
    /// The shape of a crop, in a picture of this size; the crop's own where the target leaves it open.
    func shape(in picture: PixelSize) -> CropRequest.Shape {
        let width = dimensions.width.pixels(original: picture.width)
        if let width, let height = dimensions.height.pixels(original: picture.height) {
            return .aspect(AspectRatio(PixelSize(width: width, height: height)))
        }
        return aspect.map { .aspect($0) } ?? .source
    }
}

extension RenderRequest.Dimension {
    /// Whether the side follows from the picture and the other side.
    fileprivate var isOpen: Bool { self == .proportional }

    /// Nil if it is proportional to the other side.
    fileprivate func pixels(original: Int) -> Int? {
        switch self {
        case .pixels(let pixels): pixels
        case .proportional: nil
        case .original: original
        }
    }
}

/// A size that is not yet rounded to whole pixels, which is done once.
private struct ExactSize {
    var width: Double
    var height: Double

    init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    init(_ size: PixelSize) { self.init(width: Double(size.width), height: Double(size.height)) }

    /// Whole pixels, at least one along each side.
    func rounded(_ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> PixelSize {
        let range = 1...Int(Int32.max)
        return PixelSize(width: Int(width, within: range, rounded: rule), height: Int(height, within: range, rounded: rule))
    }

    func scaled(by factor: Double) -> ExactSize { ExactSize(width: width * factor, height: height * factor) }

    /// Whether a picture is not larger along either side.
    func holds(_ size: PixelSize) -> Bool { width >= Double(size.width) && height >= Double(size.height) }

    func limited(to most: PixelSize) -> ExactSize {
        ExactSize(width: min(width, Double(most.width)), height: min(height, Double(most.height)))
    }

    /// A size for which no crop has to be enlarged: this size, or that of the largest crop of its aspect.
    func shrunk(into largest: PixelSize) -> ExactSize { ExactSize(largest).holds(rounded()) ? self : ExactSize(largest) }

    /// The size, enlarged in proportion until neither side is shorter than that of another size.
    func grown(to least: ExactSize) -> ExactSize { scaled(by: max(1, least.width / width, least.height / height)) }
}
