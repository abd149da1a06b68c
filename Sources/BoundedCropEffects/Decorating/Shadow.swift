public import BoundedCrop

/// Adds a soft shadow beneath the picture. See `PixelBuffer.withShadow(_:offset:blur:)`.
package struct Shadow: WritableEffect, Hashable {
    /// The color of the shadow, with its maximum opacity.
    package let color: Color
    /// The shadow's offset from the picture, in pixels.
    package let offset: Point
    /// The softness of the shadow's edge, in pixels: twice the sigma of a Gaussian.
    package let blur: Double

    /// Creates a shadow. Parameters are checked when the effect is applied.
    package init(_ color: Color = .black, offset: Point, blur: Double) {
        self.color = color
        self.offset = offset
        self.blur = blur
    }

    package var call: EffectCall { EffectCall("shadow", .color(color), .number(offset.x), .number(offset.y), .number(blur)) }

    /// A new picture with a border for the shadow, plus two copies of the shadow's shape.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let border = { (offset: Double) in
            abs(Argument.wholePixels(offset)).plus(max(0, Argument.wholePixels(blur.rounded(.up)))).times(2)
        }
        let whole = PixelSize(width: size.width.plus(border(offset.x)), height: size.height.plus(border(offset.y)))
        let scratch = GaussianScratch(sigma: blur / 2).bytes(on: whole, channels: 1)
        return EffectFootprint(resultSize: whole, workingBytes: whole.area.times(6).plus(scratch))
    }

    /// Throws `invalidArgument` for an offset that is not finite, and a blur that is not finite or below 0.
    package func check() throws {
        for offset in [offset.x, offset.y] { _ = try Argument.finite(offset, "a shadow's offset") }
        _ = try Argument.length(blur, "a shadow's blur")
    }

    /// Adds the shadow.
    ///
    /// - Throws: What `PixelBuffer.withShadow(_:offset:blur:)` throws.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.withShadow(color, offset: offset, blur: blur)
    }

    /// The same effect with offset and blur multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        Shadow(color, offset: Point(x: offset.x * scale, y: offset.y * scale), blur: blur * scale)
    }
}

extension ImageEffect where Self == Effect {
    /// Puts the picture over a shadow of its own shape, with a border of |offset| + blur on every side.
    ///
    /// The picture stays centered, whatever the offset. The shadow is the picture's alpha in the shadow's color, moved and blurred by a
    /// Gaussian of sigma blur / 2; a blur of 0 gives a hard edge. It also shows through the picture where the picture is not opaque. The
    /// border holds two sigmas; the faint rest of the Gaussian is cut off. Without offset and blur there is no shadow.
    ///
    /// - Parameters:
    ///   - color: The color of the shadow, with its opacity.
    ///   - offset: In pixels, each rounded to the nearest whole one; finite.
    ///   - blur: In pixels, not below 0; its part of the border is rounded up.
    public static func shadow(_ color: Color = .black, offset: Point, blur: Double) -> Effect {
        Effect(Shadow(color, offset: offset, blur: blur))
    }
}

extension PixelBuffer {
    /// Returns this picture over its shadow. See `ImageEffect.shadow(_:offset:blur:)`.
    package func withShadow(_ color: Color = .black, offset: Point, blur: Double) throws -> PixelBuffer {
        let x = Argument.wholePixels(try Argument.finite(offset.x, "a shadow's offset"))
        let y = Argument.wholePixels(try Argument.finite(offset.y, "a shadow's offset"))
        let softness = Argument.wholePixels(try Argument.length(blur, "a shadow's blur").rounded(.up))
        if x == 0, y == 0, softness == 0 { return self }
        let (left, top) = (abs(x) + softness, abs(y) + softness)
        let result = PixelSize(width: width + 2 * left, height: height + 2 * top)
        try Resampling.check(outputSize: result)
        let sharp = try alphaPlane(x: left + x, y: top + y, on: result)
        let shape = blur > 0 ? try sharp.gaussianBlurred(by: blur / 2) : sharp
        return try PixelBuffer(size: result) { output in
            try shape.color(color, into: output)
            try readRows { row, y in
                guard let start = row.baseAddress else { return }
                Premultiplied.draw(start, over: output + ((top + y) * result.width + left) * 4, count: width)
            }
        }
    }
}
