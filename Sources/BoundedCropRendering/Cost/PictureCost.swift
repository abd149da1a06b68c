package import BoundedCrop
internal import BoundedCropEffects

/// Follows one picture through its processing steps and adds up their cost.
package struct PictureCost {
    package private(set) var total = RequestCost()
    /// The picture's size at this point, or an upper bound for it.
    private(set) var size: PixelSize
    private let source: ImageSource
    /// The size of the picture's file.
    var file: PixelSize { source.size }
    private var mayBeTransparent: Bool
    private let maximumPixels: Int
    private let isExact: Bool
    /// Whether the picture has been made, so that it is in memory.
    private var isMade = false
    /// The number of frames that are made.
    private var frameCount = 1
    /// Whether more than one is.
    var isAnimated: Bool { frameCount > 1 }

    /// Creates the cost of a picture whose file is held until the answer is made.
    ///
    /// - Parameters:
    ///   - maximumPixels: The pixel limit of every picture.
    ///   - isExact: Whether the sizes are known. Otherwise they are upper bounds, and the limit is checked only when the picture is made.
    package init(_ source: ImageSource, maximumPixels: Int, isExact: Bool = true) {
        self.source = source
        self.maximumPixels = maximumPixels
        self.isExact = isExact
        size = source.size
        mayBeTransparent = source.header.mayBeTransparent
        hold(source)
    }

    /// Adds a file that is held until the answer is made.
    mutating func hold(_ other: ImageSource) { total.hold(other.bytes.count) }

    /// The picture is the input of another request, and is held until the answer is made.
    mutating func keep() {
        isMade = true
        total.hold(size.pictureBytes)
    }

    /// Detection and the attention map; the copy used for them is kept to cut from.
    ///
    /// - Parameter isDetected: Whether the detection is the work of another request.
    mutating func look(_ detector: any FeatureDetector, _ accuracy: DetectionAccuracy, isDetected: Bool = false) {
        let side = detector.lookingSide(at: accuracy)
        if !isDetected { total.touch(detector.searchedPixels(of: size, at: accuracy)) }
        guard !isMade else {
            total.step(size.fitted(longSide: side).pictureBytes.plus(detector.lookingBytes(at: accuracy, on: size)))
            return
        }
        total.hold(source.keptOverviewBytes(longSide: side))
        total.step(source.overviewBytes(longSide: side).plus(detector.lookingBytes(at: accuracy, on: source.size)))
    }

    /// The whole source is decoded at its own size, and released.
    mutating func scan() {
        guard !isMade else { return total.step(size.pictureBytes) }
        total.step(source.decodingBytes(covering: [PictureCut(PixelRect(all: source.size), scaledTo: source.size)]))
    }

    /// The frames of an animation are read one after the other.
    mutating func play(_ animation: AnimationInfo) {
        read(animation)
        frameCount = max(1, animation.frameCount)
    }

    /// The file of an animation is read.
    mutating func read(_ animation: AnimationInfo) { total.hold(animation.readingBytes) }

    /// One frame of an animation is held until the answer is made.
    mutating func keepFrame() { total.hold(source.size.pictureBytes) }

    /// A part of the source is decoded at a size of its own. Throws `limitExceeded`.
    ///
    /// - Parameter isZoomed: Whether a much smaller part may be decoded at a finer scale.
    mutating func decode(_ part: PixelRect, scaledTo target: PixelSize, isZoomed: Bool = false) throws {
        let before = size
        try become(target)
        guard !isMade else {
            total.step(target.pictureBytes.plus(Resampling.scratchBytes(from: before, to: target, channels: 4)))
            return
        }
        let decoded = isZoomed ? part.shrunk(toArea: target.area.times(Self.densest)) : part
        total.step(source.decodingBytes(covering: [PictureCut(decoded, scaledTo: target)]))
    }

    /// A part of the source may be decoded with its sides swapped, and turned into new memory. Throws `limitExceeded`.
    mutating func turn(_ part: PixelRect, scaledTo target: PixelSize, isZoomed: Bool) throws {
        try decode(part, scaledTo: PixelSize(width: target.height, height: target.width), isZoomed: isZoomed)
        total.step(size.pictureBytes.times(2))
    }

    /// The edges of the picture go on without its subjects, and become softer: there is a picture without subjects, and a blurred one, besides
    /// it and the result, and both are blurred. Throws `limitExceeded`.
    mutating func soften() throws {
        let blur = GaussianBlur(sigma: CropRendering.softness * Double(min(size.width, size.height)))
        var footprint = blur.footprint(on: size)
        footprint.workingBytes = footprint.workingBytes.plus(size.pictureBytes.times(2))
        try take(footprint, effort: 2 * blur.effort + 1)
    }

    /// Detection for hiding, in every frame; once for redactions that search alike.
    mutating func search(for effects: [any ImageEffect]) {
        var searched: Set<[String]> = []
        for case let redaction as Redact in effects
        where searched.insert([redaction.detector.cacheKey, redaction.accuracy.rawValue]).inserted {
            look(redaction.detector, redaction.accuracy)
            total.touch(redaction.detector.searchedPixels(of: size, at: redaction.accuracy), times: frameCount - 1)
        }
    }

    /// Adds work that is done once, however many frames there are.
    mutating func touch(_ pixels: Int) { total.touch(pixels) }

    /// Adds bytes that are held until the answer is made.
    mutating func hold(bytes: Int) { total.hold(bytes) }

    /// A step changes the picture. Throws `limitExceeded` if that makes it too large.
    ///
    /// - Parameter effort: How long it takes for a pixel, in units of 10 ns.
    mutating func take(_ footprint: EffectFootprint, effort: Double) throws {
        total.step(size.pictureBytes.plus(footprint.workingBytes))
        let pixels = Double(max(size.area, footprint.resultSize.area)) * effort
        total.touch(Int(pixels, within: 0...Int.max, rounded: .up), times: frameCount)
        try become(footprint.resultSize)
        mayBeTransparent = true
    }

    /// A placeholder of the picture is made.
    mutating func preview() { total.step(size.pictureBytes.plus(Placeholder.workingBytes(for: size))) }

    /// The file is written: a picture, or frame by frame an animation.
    ///
    /// - Parameter isSearched: Whether the file has a limit of bytes, for which the quality of a picture is searched.
    mutating func encode(_ options: ImageEncoding, animation: AnimationInfo? = nil, isSearched: Bool = false) {
        if isSearched, animation == nil {
            total.touch(Int(Double(size.area) * SizeLimitedEncoding.effort(options), within: 0...Int.max, rounded: .up))
        }
        var writing = size.pictureBytes.plus(options.workingBytes(for: size, hasAlpha: mayBeTransparent))
        if let animation {
            // The frame before, to which the encoder compares.
            writing = writing.plus(size.pictureBytes.times(2)).plus(options.animationBytes(frameCount: animation.frameCount, of: size))
        }
        total.step(writing)
    }

    /// The maximum number of decoded pixels per output pixel: up to twice as many along each side as needed, and up to twice again because
    /// JPEGs shrink by powers of two. (At sixteen they would shrink once more.)
    private static let densest = 15

    private mutating func become(_ other: PixelSize) throws {
        if isExact { try other.checkAsOutput(atMost: maximumPixels) }
        if other.area <= maximumPixels {
            size = other
        } else {
            let side = Int(Double(maximumPixels).squareRoot())
            size = PixelSize(width: side, height: side)
        }
    }
}

extension FeatureDetector {
    /// The long side of the copy used for detection. If the detector does not specify it, the largest that any of ours uses.
    func lookingSide(at accuracy: DetectionAccuracy) -> Int {
        knownLookingSide(at: accuracy) ?? (accuracy == .low ? 1024 : 2048)
    }

    /// The memory of detection besides the copy of the picture. The largest known use is by the networks' layers, 33 bytes a pixel.
    func lookingBytes(at accuracy: DetectionAccuracy, on size: PixelSize) -> Int {
        size.fitted(longSide: lookingSide(at: accuracy)).area.times(36)
    }
}

extension Placeholder {
    /// The memory that a placeholder of a picture of this size needs besides the picture: to shrink it, and for a copy of at most 100 x 100
    /// pixels in up to 24 channels of numbers.
    static func workingBytes(for size: PixelSize) -> Int {
        Resampling.scratchBytes(from: size, to: size.fitted(longSide: 100), channels: 4).plus(2_500_000)
    }
}
