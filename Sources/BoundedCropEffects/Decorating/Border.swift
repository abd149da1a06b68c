package import BoundedCrop

/// Adds pixels of one color around the picture.
package struct Border: WritableEffect, Hashable {
    /// The rows above the picture, 0 or above.
    package let top: Int
    /// The columns to the right of it.
    package let right: Int
    /// The rows below it.
    package let bottom: Int
    /// The columns to the left of it.
    package let left: Int
    /// The color; with a clear color, the border is transparent.
    package let color: Color

    /// Creates a border. Parameters are checked when it is applied.
    package init(top: Int, right: Int, bottom: Int, left: Int, color: Color = .clear) {
        (self.top, self.right, self.bottom, self.left, self.color) = (top, right, bottom, left, color)
    }

    package var call: EffectCall {
        EffectCall("border", "\(top)", "\(right)", "\(bottom)", "\(left)", .color(color))
    }

    /// The same effect with all widths multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        func side(_ pixels: Int) -> Int { Argument.wholePixels(Double(pixels) * scale) }
        return Border(top: side(top), right: side(right), bottom: side(bottom), left: side(left), color: color)
    }

    /// A new picture with the border.
    package func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(whole(around: size)) }

    /// Throws `invalidArgument` for a width below 0.
    package func check() throws {
        guard let least = [top, right, bottom, left].min(), least >= 0 else {
            throw BoundedCropError(.invalidArgument, "a border of \(min(top, right, bottom, left)) pixels is not possible")
        }
    }

    /// Adds the border.
    ///
    /// - Throws: `invalidArgument` for a width below 0 and a result beyond the output limits, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let whole = whole(around: image.size)
        try Resampling.check(outputSize: whole)
        var ground = try PixelBuffer(size: whole, color: color)
        let place = PixelRect(x: left, y: top, width: image.width, height: image.height)
        try ground.replace(Span2D(covering: place.rect, within: whole), from: image, at: (left, top))
        image = ground
    }

    private func whole(around size: PixelSize) -> PixelSize {
        PixelSize(
            width: size.width.plus(max(0, left)).plus(max(0, right)),
            height: size.height.plus(max(0, top)).plus(max(0, bottom))
        )
    }
}

extension ImageEffect where Self == Border {
    /// Adds pixels of one color around the picture. See `Border`.
    package static func border(top: Int, right: Int, bottom: Int, left: Int, color: Color = .clear) -> Border {
        Border(top: top, right: right, bottom: bottom, left: left, color: color)
    }
}
