/// Where the pixels of a result lie in a picture, in its pixels. The grid may be turned.
package struct SamplingGrid: Hashable, Sendable {
    /// The corner of the result's first pixel.
    package var origin: Point
    /// The step to the next pixel of a row.
    package var across: Point
    /// The step to the next row.
    package var down: Point

    package init(origin: Point, across: Point, down: Point) {
        self.origin = origin
        self.across = across
        self.down = down
    }
}

extension PixelBuffer {
    /// Returns this picture's colors along a grid, with a cubic kernel. Steps of more than a pixel alias: shrink the picture first.
    ///
    /// - Parameters:
    ///   - grid: Where the pixels of the result lie in this picture.
    ///   - target: The size of the result.
    ///   - inside: The part of the plane outside of which the fill shows.
    ///   - fill: Nil repeats this picture's edge.
    /// - Throws: `invalidArgument` for a size that is not possible and for numbers that are not finite or beyond a billion.
    package func sampled(_ grid: SamplingGrid, to target: PixelSize, inside: Rect, fill: Color?) throws -> PixelBuffer {
        try Resampling.check(outputSize: target)
        return try PixelBuffer(size: target) {
            try Resampling.sample(bytes, size, grid, inside: inside, fill: fill, to: target, into: $0)
        }
    }
}
