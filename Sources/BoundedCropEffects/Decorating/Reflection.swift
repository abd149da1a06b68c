package import BoundedCrop

/// Adds a fading reflection below the picture. See `PixelBuffer.withReflection(scale:gap:alpha:)`.
package struct Reflection: WritableEffect, Hashable {
    /// The share of the picture's height that is reflected.
    package let scale: Double
    /// Pixels between the picture and its reflection.
    package let gap: Double
    /// The opacity of the reflection where it is closest to the picture.
    package let alpha: Double

    /// Creates a reflection. Parameters are checked when the effect is applied.
    package init(scale: Double, gap: Double = 0, alpha: Double = 1) {
        self.scale = scale
        self.gap = gap
        self.alpha = alpha
    }

    package var call: EffectCall { EffectCall("reflection", .number(scale), .number(gap), .number(alpha)) }

    /// A new picture, with as much space above as below.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        // Invalid values are clamped here; `apply` refuses them before it allocates anything.
        let rows = Int((Double(size.height) * scale).rounded(.up), within: 0...max(0, size.height))
        guard rows > 0 else { return .inPlace(size) }
        let space = max(0, rows.plus(Argument.wholePixels(gap)))
        return .newPicture(PixelSize(width: size.width, height: size.height.plus(space.times(2))))
    }

    /// Throws `invalidArgument` for a scale outside 0...1, a gap that is not finite, and an opacity that is not a number.
    package func check() throws {
        _ = try Argument.fraction(scale, "a reflection's scale")
        _ = try Argument.finite(gap, "a gap")
        _ = try Argument.opacity(alpha)
    }

    /// Adds the reflection.
    ///
    /// - Throws: What `PixelBuffer.withReflection(scale:gap:alpha:)` throws.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.withReflection(scale: scale, gap: gap, alpha: alpha)
    }

    /// The same effect with the gap multiplied.
    package func scaled(by factor: Double) -> any ImageEffect { Reflection(scale: scale, gap: gap * factor, alpha: alpha) }
}

extension ImageEffect where Self == Effect {
    /// Adds a fading reflection of the picture's lower part below it (`PixelBuffer.reflected(scale:)`).
    ///
    /// As much transparent space is added above as the reflection and the gap take below, so the picture stays vertically centered.
    ///
    /// A negative gap moves the reflection up beneath the picture, which covers it where it is opaque. Once the whole reflection is beneath
    /// the picture, no space is added, and what would extend beyond the top is cut off. A scale of 0 changes nothing, whatever the gap; an
    /// alpha of 0 keeps the space. Opacity and fade are applied with a single rounding.
    ///
    /// - Parameters:
    ///   - scale: The share of the picture's height that is reflected, 0...1.
    ///   - gap: In pixels, rounded to the nearest whole one.
    ///   - alpha: The reflection's opacity; values outside 0...1 are clamped.
    public static func reflection(scale: Double, gap: Double = 0, alpha: Double = 1) -> Effect {
        Effect(Reflection(scale: scale, gap: gap, alpha: alpha))
    }
}

extension PixelBuffer {
    /// Returns this picture with its reflection. See `ImageEffect.reflection(scale:gap:alpha:)`.
    package func withReflection(scale: Double, gap: Double = 0, alpha: Double = 1) throws -> PixelBuffer {
        let rows = try reflectedRows(scale: scale)
        let gap = Argument.wholePixels(try Argument.finite(gap, "a gap"))
        let alpha = try Argument.opacity(alpha)
        guard rows > 0 else { return self }
        let space = max(0, rows + gap)
        let result = PixelSize(width: width, height: height + 2 * space)
        try Resampling.check(outputSize: result)
        return try PixelBuffer(size: result) { output in
            for row in 0..<rows {
                try Cancellation.checkCurrent()
                let place = space + height + gap + row
                guard place >= 0, place < result.height else { continue }
                writeReflection(row: row, of: rows, alpha: alpha, to: output + place * width * 4)
            }
            try readRows { row, y in
                guard let start = row.baseAddress else { return }
                Premultiplied.draw(start, over: output + (space + y) * width * 4, count: width)
            }
        }
    }
}
