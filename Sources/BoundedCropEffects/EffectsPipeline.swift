public import BoundedCrop

/// Effects in the fixed order that image views apply them in: crop and scale, custom effects, corner radius, shadow, reflection.
///
///     var pipeline = EffectsPipeline()
///     pipeline.contentMode = .aspectFill
///     pipeline.size = PixelSize(width: 300, height: 200)
///     pipeline.cornerRadius = 12
///     let finished = try pipeline.apply(to: picture)
public struct EffectsPipeline: Sendable {
    /// The size to crop and scale to; nil leaves the picture's own.
    public var size: PixelSize?
    /// How the picture comes to that size; `aspectFill` by default.
    public var contentMode = ContentMode.aspectFill
    /// Whether transparent pixels fill up to the size where the picture does not; they do by default.
    public var padToFit = true
    /// Applied after cropping and scaling, before all others.
    public var custom: [any ImageEffect] = []
    /// In pixels; 0, the default, rounds nothing.
    public var cornerRadius = 0.0
    /// The shadow's colour; black by default.
    public var shadowColor = Color.black
    /// Where the shadow falls, in pixels.
    public var shadowOffset = Offset(x: 0, y: 0)
    /// How soft the shadow is, in pixels; without offset and blur there is none.
    public var shadowBlur = 0.0
    /// How much of the picture is mirrored below it, 0...1; 0, the default, is nothing.
    public var reflectionScale = 0.0
    /// The pixels between picture and reflection.
    public var reflectionGap = 0.0
    /// How opaque the reflection begins, 0...1.
    public var reflectionAlpha = 1.0

    /// A pipeline that leaves pictures as they are.
    public init() {}

    /// The effects, in the order of application.
    ///
    /// A shadow puts a border around the picture, which a reflection would stand off by: the gap shrinks by twice the vertical offset's
    /// size and the blur, so that the picture and its mirror image are as far apart as without one.
    public var effects: [any ImageEffect] {
        var effects: [any ImageEffect] = []
        if let size { effects.append(.cropAndScale(to: size, contentMode: contentMode, padToFit: padToFit)) }
        effects += custom
        if cornerRadius != 0 { effects.append(.cornerRadius(cornerRadius)) }
        let hasShadow = shadowColor.alpha > 0 && (shadowOffset != Offset(x: 0, y: 0) || shadowBlur != 0)
        if hasShadow { effects.append(.shadow(shadowColor, offset: shadowOffset, blur: shadowBlur)) }
        if reflectionScale != 0 {
            let gap = hasShadow ? reflectionGap - 2 * (abs(shadowOffset.y) + shadowBlur) : reflectionGap
            effects.append(.reflection(scale: reflectionScale, gap: gap, alpha: reflectionAlpha))
        }
        return effects
    }

    /// Names everything that the pipeline does.
    public var cacheKey: String { EffectKey.lengthSafe(effects.map(\.cacheKey)) }

    /// The finished picture.
    ///
    /// Throws what the effects throw.
    public func apply(to picture: PixelBuffer) throws -> PixelBuffer {
        try picture.applying(effects)
    }

    /// Any effects in the order of the pipeline: those that shape, then others, corners, shadows, reflections. Within each kind the order
    /// stays. The gaps of reflections shrink as `effects` says.
    public static func ordered(_ effects: [any ImageEffect]) -> [any ImageEffect] {
        let borders = effects.compactMap { $0 as? Shadow }.map { 2 * (abs($0.offset.y) + $0.blur) }
        let border = borders.reduce(0, +)
        return (0...4).flatMap { place in
            effects.filter { Self.place(of: $0) == place }.map { effect in
                guard let reflection = effect as? Reflection else { return effect }
                return Reflection(scale: reflection.scale, gap: reflection.gap - border, alpha: reflection.alpha)
            }
        }
    }

    private static func place(of effect: any ImageEffect) -> Int {
        switch effect {
        case is BoundedCropping, is Crop, is CropAndScale, is Downsampling, is Resize, is Scale: 0
        case is CornerRadius, is Circle: 2
        case is Shadow: 3
        case is Reflection: 4
        default: 1
        }
    }
}
