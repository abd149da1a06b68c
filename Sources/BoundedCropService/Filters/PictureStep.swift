internal import BoundedCrop
package import BoundedCropEffects
internal import CLibrary

/// A processing step that changes the pixels of a crop.
package enum PictureStep: Sendable {
    /// An effect that needs no further input.
    case effect(any ImageEffect)
    /// Both sides multiplied by a share.
    case proportion(Double)
    /// The background of the box that the URL requests.
    case fill(BoxFill)
    /// Another picture drawn over the crop.
    case watermark(Watermark)
    /// A mask, by name or URL: white keeps, black clears.
    case mask(String)

    /// Whether the step detects features.
    var detects: Bool {
        if case .effect(let effect) = self { effect is Redact } else { false }
    }

    /// The picture that the step needs; nil if none.
    var pictureName: String? {
        switch self {
        case .watermark(let watermark): watermark.picture
        case .mask(let picture): picture
        case .effect, .proportion, .fill: nil
        }
    }
}

extension PictureStep {
    /// The step of a filter; nil if no step has that name. Throws `invalidFilter`.
    init?(_ call: FilterCall) throws {
        if let reader = Self.readers[call.name] {
            self = try reader(call)
        } else if Self.expressionNames.contains(call.name) {
            self = .effect(try Self.expression(call))
        } else {
            return nil
        }
    }

    /// The readers of filters with a grammar of their own, by name.
    static let readers: [String: @Sendable (FilterCall) throws -> PictureStep] = [
        "blur": { .effect(try blur($0)) },
        "round_corner": { try roundCorner($0) },
        "background_color": { .effect(.flatten(on: try FilterArguments($0, count: 1...1).color(0))) },
        "fill": { .fill(try BoxFill(fill: $0)) },
        "extend": { .fill(try BoxFill(extend: $0)) },
        "proportion": { .proportion(try FilterArguments($0, count: 1...1).number(0, in: 0.0001...1)) },
        "watermark": { .watermark(try Watermark($0)) },
        "redact": { try redaction($0) },
        "redact_oval": { try redaction($0) },
        "mask": { .mask(try FilterArguments($0, count: 1...1).texts[0]) },
    ]

    /// The filters with the same meaning as in the effects' own grammar.
    static let expressionNames: Set = [
        "alpha", "bitonal", "border", "brightness", "circle", "colorize", "contrast", "convolution", "corner_radius", "curve", "equalize",
        "flip",
        "gaussian_blur", "grayscale", "noise", "pixelate", "reflection", "rgb", "rotate", "saturation", "shadow",
        "sharpen", "tint", "turn",
    ]

    /// `redact([STYLE[,MARGIN]])`, and imagor's `redact([MODE[,STRENGTH]])` and `redact_oval`. How strongly faces are hidden does not depend on
    /// imagor's strength: a number above any sensible margin is one, and the margin is then the usual one.
    private static func redaction(_ call: FilterCall) throws -> PictureStep {
        let arguments = try FilterArguments(call, count: 0...2)
        let largestMargin = 3.0
        var texts = arguments.has(0) ? arguments.texts : ["blur"] + arguments.texts.dropFirst()
        if arguments.has(1) {
            if try arguments.number(1, in: 0...1000) > largestMargin { texts.removeLast() }
        } else {
            texts = [texts[0]]
        }
        return .effect(try expression(FilterCall(name: "redact", argumentText: texts.joined(separator: ","))))
    }

    private static func expression(_ call: FilterCall) throws -> any ImageEffect {
        do {
            let effect = try EffectExpression.effect(named: call.name.replacing("_", with: "-"), call.arguments)
            try EffectBounds.check(effect)
            // Effects check their parameters when applied. Applying them to one pixel now finds errors before a picture is decoded. Effects
            // that make a large picture of one pixel are skipped, since the bounds have already checked them.
            var probe = PixelBuffer(size: PixelSize(width: 1, height: 1))
            if !(effect is Redact), effect.footprint(on: probe.size).workingBytes < 1_000_000 { try effect.apply(to: &probe) }
            return effect
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidFilter, "the filter \(call) cannot be applied: \(error.message)", underlying: error)
        }
    }
}

extension PictureStep {
    /// `blur(RADIUS[,SIGMA])`: a Gaussian kernel cut off after RADIUS pixels; SIGMA defaults to the radius if missing or 0.
    ///
    /// It is replaced by the full Gaussian with the same variance. As in thumbor, radii above 150 count as 150.
    static func blur(_ call: FilterCall) throws -> any ImageEffect {
        let arguments = try FilterArguments(call, count: 1...2)
        let radius = min(try arguments.number(0, in: 0...1e6).rounded(), EffectBounds.largestBlur)
        let given = arguments.has(1) ? try arguments.number(1, in: 0...1e6) : 0
        return GaussianBlur(sigma: deviation(radius: Int(radius, within: 0...150), sigma: given == 0 ? radius : given))
    }

    /// The standard deviation of a Gaussian kernel cut off on both sides.
    private static func deviation(radius: Int, sigma: Double) -> Double {
        guard radius > 0 else { return 0 }
        var (sum, squares) = (0.0, 0.0)
        for x in -radius...radius {
            let distance = Double(x * x)
            let weight = exp(-distance / (2 * sigma * sigma))
            sum += weight
            squares += weight * distance
        }
        let deviation = (squares / sum).squareRoot()
        // If the square of sigma underflows to 0, no weights remain.
        return deviation.isFinite ? deviation : 0
    }
}

extension PictureStep {
    /// `round_corner(A[|B][,R,G,B[,TRANSPARENT]])`: corners of radius A, or quarter ellipses of radii A and B. Outside is the color, or
    /// transparent if requested or if no color is given.
    static func roundCorner(_ call: FilterCall) throws -> PictureStep {
        let arguments = try FilterArguments(call, count: 1...5)
        let radii = arguments.texts[0].split(separator: "|", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard (1...2).contains(radii.count), radii.allSatisfy({ (0...65_535).contains($0) }) else {
            throw FilterArguments.failure(call, "needs one radius, or two as in 20|10, from 0 to 65535")
        }
        let corners: any ImageEffect =
            radii.count == 1 ? CornerRadius.cornerRadius(radii[0]) : EllipticalCorners(horizontalRadius: radii[0], verticalRadius: radii[1])
        if arguments.texts.count == 1 { return .effect(corners) }
        guard arguments.texts.count >= 4 else {
            throw FilterArguments.failure(call, "needs red, green and blue after the radius, or none of them")
        }
        let color = try arguments.levels(from: 1)
        let isTransparent = arguments.has(4) ? try arguments.flag(4) : false
        return .effect(isTransparent ? corners : ColoredCorners(corners: corners, color: color))
    }
}

/// Rounded corners with a color outside.
private struct ColoredCorners: ImageEffect {
    let corners: any ImageEffect
    let color: Color

    var cacheKey: String { EffectKey.text("coloredCorners", [corners.cacheKey, color.description]) }

    func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 1) }

    func apply(to image: inout PixelBuffer) throws {
        var inside = try PixelBuffer(size: image.size, color: color)
        try corners.apply(to: &inside)
        try corners.apply(to: &image)
        let pixel = color.pixel
        let (ground, length) = ([pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Int($0) }, image.width * 4)
        try inside.bytes.withUnsafeBufferPointer { inside in
            try image.changeRows { bytes, y in
                for index in bytes.indices {
                    let sum = Int(bytes[index]) + ground[index & 3] - Int(inside[y * length + index])
                    bytes[index] = UInt8(min(max(sum, 0), 255))
                }
            }
        }
    }
}
