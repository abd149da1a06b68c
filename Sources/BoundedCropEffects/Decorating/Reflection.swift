public import BoundedCrop

/// Puts a fading reflection under the picture. See `PixelBuffer.withReflection(scale:gap:alpha:)`.
public struct Reflection: ImageEffect, Hashable {
    /// The share of the picture's height that is reflected.
    public let scale: Double
    /// Pixels between the picture and its reflection.
    public let gap: Double
    /// The opacity of the reflection where it is nearest to the picture.
    public let alpha: Double

    /// A reflection. The parameters are checked when it is applied.
    public init(scale: Double, gap: Double = 0, alpha: Double = 1) {
        self.scale = scale
        self.gap = gap
        self.alpha = alpha
    }

    /// All three parameters.
    public var cacheKey: String { "reflection(\(scale.keyText),\(gap.keyText),\(alpha.keyText))" }

    /// A new picture, with as much room above as below.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        // For what is no scale or gap, the most that there could be: it is refused before anything is made.
        let rows = Int((Double(size.height) * scale).rounded(.up), within: 0...max(0, size.height))
        let space = max(0, rows.plus(Argument.wholePixels(gap)))
        return .newPicture(PixelSize(width: size.width, height: size.height.plus(space.times(2))))
    }

    /// Adds the reflection. Throws as `PixelBuffer.withReflection(scale:gap:alpha:)` does.
    public func apply(to image: inout PixelBuffer) throws {
        image = try image.withReflection(scale: scale, gap: gap, alpha: alpha)
    }

    /// The gap multiplied.
    public func scaled(by factor: Double) -> any ImageEffect { Reflection(scale: scale, gap: gap * factor, alpha: alpha) }
}

extension ImageEffect where Self == Reflection {
    /// A fading reflection under the picture, which stays vertically centred.
    public static func reflection(scale: Double, gap: Double = 0, alpha: Double = 1) -> Reflection {
        Reflection(scale: scale, gap: gap, alpha: alpha)
    }
}

extension PixelBuffer {
    /// This picture with a fading reflection of its lower part underneath (`reflected(scale:)`), and as much transparent space above as
    /// reflection and gap take below: the picture stays vertically centred.
    ///
    /// A negative gap draws the reflection up beneath the picture, which covers it where it is opaque. Once the whole reflection is
    /// beneath, no space is added, and what would reach over the top is cut off. A scale of 0 leaves the picture as it is, whatever the
    /// gap; an alpha of 0 keeps the space. Both opacity and fade are applied with one rounding.
    ///
    /// Throws `invalidArgument` for a scale outside 0...1, a gap that is not finite, an alpha that is no number, or when the result is
    /// beyond the limits of an output.
    /// - Parameters:
    ///   - scale: the share of the picture's height that is reflected, 0...1.
    ///   - gap: in pixels, rounded to the nearest whole one.
    ///   - alpha: the reflection's opacity; what lies outside 0...1 counts as the nearer end.
    public func withReflection(scale: Double, gap: Double = 0, alpha: Double = 1) throws -> PixelBuffer {
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
