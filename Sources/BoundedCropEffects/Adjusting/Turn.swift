package import BoundedCrop
internal import CLibrary

/// Turns the picture clockwise by any angle. The result is as large as the turned picture, with a color in its corners.
package struct Turn: WritableEffect, Hashable {
    /// Degrees clockwise; full turns are ignored.
    package let degrees: Double
    /// The color of the corners.
    package let background: Color

    /// Creates the effect. Parameters are checked when it is applied.
    package init(degrees: Double, background: Color = .clear) {
        self.degrees = degrees
        self.background = background
    }

    package var call: EffectCall { EffectCall("turn", .number(angle), .color(background)) }

    /// A new picture that holds the turned one.
    package func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(turned(size)) }

    /// Throws `invalidArgument` for an angle that is not a finite number.
    package func check() throws {
        _ = try Argument.finite(degrees, "an angle")
    }

    /// Turns the picture. Quarter turns move pixels, other angles interpolate between them.
    ///
    /// - Throws: `invalidArgument` when the angle is not a finite number or the result is beyond the output limits, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        switch angle {
        case 0: return
        case 90: return try image.orient(.right)
        case 180: return try image.orient(.down)
        case 270: return try image.orient(.left)
        default: break
        }
        let size = turned(image.size)
        try Resampling.check(outputSize: size)
        let (sine, cosine) = sineAndCosine
        // The way back: from the center of the result to that of the picture.
        let across = Point(x: cosine, y: -sine)
        let down = Point(x: sine, y: cosine)
        let (halfWidth, halfHeight) = (Double(size.width) / 2, Double(size.height) / 2)
        let origin = Point(
            x: Double(image.width) / 2 - halfWidth * across.x - halfHeight * down.x,
            y: Double(image.height) / 2 - halfWidth * across.y - halfHeight * down.y
        )
        let grid = SamplingGrid(origin: origin, across: across, down: down)
        image = try image.sampled(grid, to: size, beyond: .color(background, outside: image.size.bounds))
    }

    /// The angle within a full turn, 0..<360; 0 if it is not finite.
    private var angle: Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest.isFinite ? (rest < 0 ? rest + 360 : rest) : 0
    }

    private var sineAndCosine: (Double, Double) { (sin(angle * .pi / 180), cos(angle * .pi / 180)) }

    /// The size of the turned picture, rounded up unless it is a rounding error.
    private func turned(_ size: PixelSize) -> PixelSize {
        if angle == 0 || angle == 180 { return size }
        if angle == 90 || angle == 270 { return PixelSize(width: size.height, height: size.width) }
        let (sine, cosine) = (abs(sineAndCosine.0), abs(sineAndCosine.1))
        func side(_ length: Double) -> Int { Int((length - 1e-6).rounded(.up), within: 1...Argument.manyPixels) }
        return PixelSize(
            width: side(Double(size.width) * cosine + Double(size.height) * sine),
            height: side(Double(size.width) * sine + Double(size.height) * cosine)
        )
    }
}

extension ImageEffect where Self == Turn {
    /// Turns the picture clockwise by any angle. See `Turn`.
    package static func turn(degrees: Double, background: Color = .clear) -> Turn { Turn(degrees: degrees, background: background) }
}
