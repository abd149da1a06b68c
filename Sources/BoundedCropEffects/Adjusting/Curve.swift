public import BoundedCrop

/// Gives every level another one, along curves through points: first one for each channel, then one for all.
public struct Curve: ImageEffect, Hashable {
    /// A point of a curve.
    public struct Point: Hashable, Sendable {
        /// The level that comes in, 0...255.
        public let input: Int
        /// The level that goes out, 0...255.
        public let output: Int

        /// A point by both levels.
        public init(_ input: Int, _ output: Int) {
            self.input = input
            self.output = output
        }
    }

    /// The curve that all channels go through last; without points, a straight line.
    public let all: [Point]
    /// Red's own curve.
    public let red: [Point]
    /// Green's own curve.
    public let green: [Point]
    /// Blue's own curve.
    public let blue: [Point]

    /// Curves by their points, in any order, checked when they are applied.
    public init(all: [Point] = [], red: [Point] = [], green: [Point] = [], blue: [Point] = []) {
        self.all = all
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// All points.
    public var cacheKey: String {
        let curves = [all, red, green, blue].map { $0.map { "(\($0.input),\($0.output))" }.joined(separator: ",") }
        return "curve(\(curves.map { "[\($0)]" }.joined(separator: ",")))"
    }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Looks every level up. Throws `invalidArgument` for a level outside 0...255, and for two points with one input.
    public func apply(to image: inout PixelBuffer) throws {
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
            throw BoundedCropError(.invalidArgument, "two points of a curve have the input \(first.input)")
        }
        return NaturalSpline(sorted.map { (Double($0.input), Double($0.output)) })
    }
}

extension ImageEffect where Self == Curve {
    /// Gives every level another one, along curves through points. See ``Curve``.
    public static func curve(
        all: [Curve.Point] = [],
        red: [Curve.Point] = [],
        green: [Curve.Point] = [],
        blue: [Curve.Point] = []
    ) -> Curve {
        Curve(all: all, red: red, green: green, blue: blue)
    }
}
