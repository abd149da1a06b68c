package import BoundedCrop

/// Effects in the fixed order in which image views apply them: crop and scale, custom effects, padding, corner radius, shadow, reflection.
///
///     var pipeline = EffectsPipeline()
///     pipeline.contentMode = .aspectFill
///     pipeline.size = PixelSize(width: 300, height: 200)
///     pipeline.cornerRadius = 12
///     let finished = try pipeline.apply(to: picture)
package struct EffectsPipeline: Sendable {
    /// The size to crop and scale to; nil keeps the picture's own.
    package var size: PixelSize?
    /// How the picture is fitted to that size; `aspectFill` by default.
    package var contentMode = ContentMode.aspectFill
    /// Whether the picture is padded to the size with transparent pixels where it is smaller; off by default, so that corners, shadow and
    /// reflection are those of the picture and not of transparent pixels around it. Custom effects get the picture without padding.
    package var padToFit = false
    /// The effects applied after cropping and scaling, before padding and all others.
    package var custom: [any ImageEffect] = []
    /// The corner radius in pixels; 0, the default, rounds nothing.
    package var cornerRadius = 0.0
    /// The shadow's color; black by default.
    package var shadowColor = Color.black
    /// The shadow's offset, in pixels.
    package var shadowOffset = Point(x: 0, y: 0)
    /// The shadow's softness, in pixels. Without offset and blur there is no shadow.
    package var shadowBlur = 0.0
    /// The share of the picture's height mirrored below it, 0...1; 0, the default, adds no reflection.
    package var reflectionScale = 0.0
    /// The pixels between the picture and its reflection.
    package var reflectionGap = 0.0
    /// The opacity at the top of the reflection, 0...1. At 0 there is no reflection, and no space is left for one.
    package var reflectionAlpha = 1.0

    /// Creates a pipeline that leaves pictures unchanged.
    package init() {}

    /// The effects, in the order of application.
    ///
    /// A shadow adds a border around the picture, which would push the reflection away. The gap is therefore reduced by twice the sum of
    /// the vertical offset's size and the blur, so that the distance between picture and reflection is the same as without a shadow.
    package var effects: [any ImageEffect] {
        var effects: [any ImageEffect] = []
        if let size { effects.append(.cropAndScale(to: size, contentMode: contentMode, padToFit: padToFit && custom.isEmpty)) }
        effects += custom
        if let size, padToFit, !custom.isEmpty { effects.append(Pad(size: size, contentMode: contentMode)) }
        if cornerRadius != 0 { effects.append(.cornerRadius(cornerRadius)) }
        let hasShadow = shadowColor.alpha > 0 && (shadowOffset != Point(x: 0, y: 0) || shadowBlur != 0)
        if hasShadow { effects.append(.shadow(shadowColor, offset: shadowOffset, blur: shadowBlur)) }
        // An alpha that is not a number is refused when the effect is applied.
        if reflectionScale != 0, !(reflectionAlpha <= 0) {
            let gap = hasShadow ? reflectionGap - 2 * (abs(shadowOffset.y) + shadowBlur) : reflectionGap
            effects.append(.reflection(scale: reflectionScale, gap: gap, alpha: reflectionAlpha))
        }
        return effects
    }

    /// Identifies everything that the pipeline does.
    package var cacheKey: String { EffectKey.lengthSafe(effects.map(\.cacheKey)) }

    /// Returns the finished picture.
    ///
    /// - Throws: What the effects throw.
    package func apply(to picture: PixelBuffer) throws -> PixelBuffer {
        try picture.applying(effects)
    }

    /// Sorts any effects into the order of the pipeline: those that shape, then others, corners, shadows, reflections.
    ///
    /// The order within each kind is kept. The gaps of reflections are reduced as described in `effects`.
    package static func ordered(_ effects: [any ImageEffect]) -> [any ImageEffect] {
        let borders = effects.compactMap { $0.made as? Shadow }.map { 2 * (abs($0.offset.y) + $0.blur) }
        let border = borders.reduce(0, +)
        return (0...4).flatMap { place in
            effects.filter { Self.place(of: $0) == place }.map { effect in
                guard let reflection = effect.made as? Reflection else { return effect }
                return Reflection(scale: reflection.scale, gap: reflection.gap - border, alpha: reflection.alpha)
            }
        }
    }

    private static func place(of effect: any ImageEffect) -> Int {
        switch effect.made {
        case is BoundedCropping, is Crop, is CropAndScale, is Downsampling, is Resize, is Scale: 0
        case is CornerRadius, is Circle: 2
        case is Shadow: 3
        case is Reflection: 4
        default: 1
        }
    }
}
