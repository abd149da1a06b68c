public import BoundedCrop

/// A box blur of some rectangles: each looks as if the whole picture had been blurred, and the rest stays unchanged.
package struct RegionBlur: ImageEffect, Hashable {
    /// The side of the box in pixels, as in ``Blur``.
    package var radius: Double
    /// How often the box is applied, 0...100.
    package var iterations: Int
    /// The rectangles, in pixels of the picture. All pixels that a rectangle touches are blurred; parts outside the picture are ignored,
    /// and an empty rectangle does nothing.
    package var rectangles: [Rect]

    /// Creates a blur of rectangles. Parameters are checked when the effect is applied.
    package init(radius: Double = 40, iterations: Int = 2, in rectangles: [Rect]) {
        self.radius = radius
        self.iterations = iterations
        self.rectangles = rectangles
    }

    /// The radius, the iterations and every rectangle.
    package var cacheKey: String {
        let numbers = rectangles.flatMap { [$0.x, $0.y, $0.width, $0.height] }
        return EffectKey.text("blur-in", ([radius] + numbers).map(\.keyText) + [String(iterations)])
    }

    /// The same effect with the radius and the rectangles multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        RegionBlur(radius: radius * scale, iterations: iterations, in: rectangles.map { $0.scaled(x: scale, y: scale) })
    }

    /// The picture's own size, plus its blurred parts.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let blur = BoxBlur.footprint(on: size, iterations: iterations)
        // The changed picture, and the part before and after the blur.
        return EffectFootprint(resultSize: size, workingBytes: blur.workingBytes.plus(size.pictureBytes.times(2)))
    }

    /// Throws `invalidArgument` where ``Blur`` would throw it, and for a rectangle that is not finite.
    package func check() throws {
        _ = try BoxBlur(radius: radius, iterations: iterations)
        for rectangle in rectangles where !rectangle.isFinite {
            throw BoundedCropError(.invalidArgument, "a rectangle to blur must be finite, not \(rectangle)")
        }
    }

    /// Blurs the rectangles; pixels where they overlap are blurred once.
    ///
    /// - Throws: `invalidArgument` when ``Blur`` would throw it, and for a rectangle that is not finite.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let blur = try BoxBlur(radius: radius, iterations: iterations)
        let places = rectangles.map { $0.intersection(image.size.bounds) }.filter { !$0.isEmpty }
        if blur.isIdentity || places.isEmpty { return }
        let original = image
        let targets = places.map { Span2D(covering: $0, within: image.size) }
        // A place depends only on the pixels within reach; the edge pixels repeated beyond them do not affect it.
        let sources = places.map { place in
            let reach = Double(blur.reach)
            let around = Rect(minX: place.minX - reach, minY: place.minY - reach, maxX: place.maxX + reach, maxY: place.maxY + reach)
            return Span2D(covering: around, within: image.size)
        }
        if sources.reduce(0, { $0.plus($1.area) }) >= image.size.area {
            var blurred = original
            try blur.apply(to: &blurred)
            for target in targets { try image.replace(target, from: blurred, at: (0, 0)) }
            return
        }
        for (target, source) in zip(targets, sources) {
            var blurred = try original.cut(source)
            try blur.apply(to: &blurred)
            try image.replace(target, from: blurred, at: (source.horizontal.low, source.vertical.low))
        }
    }
}

extension ImageEffect where Self == Effect {
    /// A box blur of some rectangles.
    ///
    /// This effect is decorative. To make faces unrecognizable, use ``ImageEffect/redact(_:features:margin:shape:)``, whose strength depends on their size.
    public static func blur(radius: Double = 40, iterations: Int = 2, in rectangles: [Rect]) -> Effect {
        Effect(RegionBlur(radius: radius, iterations: iterations, in: rectangles))
    }
}

extension PixelBuffer {
    /// Returns this picture with some rectangles blurred as if the whole picture had been.
    ///
    /// - Throws: `invalidArgument` when ``Blur`` would throw it, and for a rectangle that is not finite.
    package func blurred(radius: Double = 40, iterations: Int = 2, in rectangles: [Rect]) throws -> PixelBuffer {
        try applying([RegionBlur(radius: radius, iterations: iterations, in: rectangles)])
    }
}
