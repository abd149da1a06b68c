package import BoundedCrop

/// Maps every level along curves through points: first a curve for each channel, then one for all channels.
package struct Curve: WritableEffect, Hashable {
    /// A point of a curve.
    package struct Point: Hashable, Sendable {
        /// The input level, 0...255.
        package let input: Int
        /// The output level, 0...255.
        package let output: Int

        /// Creates a point from both levels.
        package init(_ input: Int, _ output: Int) {
            self.input = input
            self.output = output
        }
    }

    /// The curve applied last, to all channels; without points, a straight line.
    package let all: [Point]
    /// The curve for red.
    package let red: [Point]
    /// The curve for green.
    package let green: [Point]
    /// The curve for blue.
    package let blue: [Point]

    /// Creates curves from their points, in any order. Parameters are checked when the effect is applied.
    package init(all: [Point] = [], red: [Point] = [], green: [Point] = [], blue: [Point] = []) {
        self.all = all
        self.red = red
        self.green = green
        self.blue = blue
    }

    package var call: EffectCall {
        let curves = [all, red, green, blue].map { $0.map { "(\($0.input),\($0.output))" }.joined(separator: ",") }
        return EffectCall("curve", curves.map { "[\($0)]" })
    }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a level outside 0...255, and for two points with the same input.
    package func check() throws {
        for points in [all, red, green, blue] { _ = try Self.spline(points) }
    }

    /// Maps every level.
    ///
    /// - Throws: `invalidArgument` for a level outside 0...255, and for two points with the same input.
    package func apply(to image: inout PixelBuffer) throws {
        let channels = try [red, green, blue].map(Self.spline)
        let last = try Self.spline(all)
        try ChannelTables { channel, level in last.value(at: channels[channel].value(at: level)) }.apply(to: &image)
    }

    private static func spline(_ points: [Point]) throws -> NaturalSpline {
        let sorted = points.sorted { $0.input < $1.input }
        for point in sorted where !(0...255).contains(point.input) || !(0...255).contains(point.output) {
            throw BoundedCropError(.invalidArgument, "the point (\(point.input),\(point.output)) of a curve has levels outside 0...255")
        }
        for (first, second) in zip(sorted, sorted.dropFirst()) where first.input == second.input {
            throw BoundedCropError(.invalidArgument, "two points of a curve have the same input, \(first.input)")
        }
        return NaturalSpline(sorted.map { (Double($0.input), Double($0.output)) })
    }
}

extension ImageEffect where Self == Curve {
    /// Maps every level along curves through points. See `Curve`.
    package static func curve(
        all: [Curve.Point] = [],
        red: [Curve.Point] = [],
        green: [Curve.Point] = [],
        blue: [Curve.Point] = []
    ) -> Curve {
        Curve(all: all, red: red, green: green, blue: blue)
    }
}
