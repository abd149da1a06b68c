internal import BoundedCrop
package import BoundedCropEffects

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
