internal import BoundedCrop
internal import BoundedCropEffects

/// Follows one picture through its work, from step to step, and adds up what that takes.
struct PictureCost {
    private(set) var total = RequestCost()
    /// How large the picture is at this point, or may be at the most.
    private(set) var size: PixelSize
    private let source: ImageSource
    private var mayBeTransparent: Bool
    private let maximumPixels: Int
    private let isExact: Bool

    /// A picture whose file is held until the answer is made.
    /// - Parameters:
    ///   - maximumPixels: what no picture may exceed.
    ///   - isExact: whether the sizes are known; otherwise they are the largest that may be, and only found too large when they are.
    init(_ source: ImageSource, maximumPixels: Int, isExact: Bool = true) {
        self.source = source
        self.maximumPixels = maximumPixels
        self.isExact = isExact
        size = source.size
        mayBeTransparent = source.header.mayBeTransparent
        hold(source)
    }

    /// A file that is held until the answer is made.
    mutating func hold(_ other: ImageSource) { total.hold(other.bytes.count) }

    /// The look for features and the attention map: the copy that they look at stays, to cut from.
    mutating func look(_ detector: any FeatureDetector, _ accuracy: DetectionAccuracy) {
        let side = detector.lookingSide(at: accuracy)
        total.hold(source.keptOverviewBytes(longSide: side))
        total.step(source.overviewBytes(longSide: side).plus(detector.lookingBytes(at: accuracy, on: source.size)))
    }

    /// All of the source is decoded at its own size, and given back.
    mutating func scan() {
        total.step(source.decodingBytes(covering: [PictureCut(PixelRect(all: source.size), scaledTo: source.size)]))
    }

    /// A part of the source is decoded, at a size of its own. Throws `limitExceeded`.
    /// - Parameter isZoomed: whether it may be a much smaller part, decoded finer.
    mutating func decode(_ part: PixelRect, scaledTo target: PixelSize, isZoomed: Bool = false) throws {
        try become(target)
        let decoded = isZoomed ? part.shrunk(toArea: target.area.times(Self.densest)) : part
        total.step(source.decodingBytes(covering: [PictureCut(decoded, scaledTo: target)]))
    }

    /// A step changes the picture. Throws `limitExceeded` where that makes it too large.
    mutating func take(_ footprint: EffectFootprint) throws {
        total.step(size.pictureBytes.plus(footprint.workingBytes))
        try become(footprint.resultSize)
        mayBeTransparent = true
    }

    /// The file is written.
    mutating func encode(_ options: ImageEncoding) {
        total.step(size.pictureBytes.plus(options.workingBytes(for: size, hasAlpha: mayBeTransparent)))
    }

    /// The most pixels that are decoded for one of the output: twice as many along each side as are wanted, and up to twice again, because
    /// JPEGs shrink by powers of two. (At sixteen they would shrink once more.)
    private static let densest = 15

    private mutating func become(_ other: PixelSize) throws {
        if isExact { try other.checkAsOutput(atMost: maximumPixels) }
        if other.area <= maximumPixels { size = other }
    }
}
