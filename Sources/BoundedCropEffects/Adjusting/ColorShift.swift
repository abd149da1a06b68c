public import BoundedCrop

/// Adds to each channel something of its own.
public struct ColorShift: ImageEffect, Hashable {
    /// Percent of the whole range to add to red, -100...100; what lies outside counts as the nearer end.
    public let red: Double
    /// Percent to add to green.
    public let green: Double
    /// Percent to add to blue.
    public let blue: Double

    /// A shift by its three percentages.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// All three percentages.
    public var cacheKey: String { "rgb(\([red, green, blue].map(\.keyText).joined(separator: ",")))" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Shifts the colours. Throws `invalidArgument` for what is no number.
    public func apply(to image: inout PixelBuffer) throws {
        let added = try [red, green, blue].map { try Argument.percentage($0, "a shift of a colour") * 2.55 }
        try ChannelTables { $1 + added[$0] }.apply(to: &image)
    }
}

extension ImageEffect where Self == ColorShift {
    /// Adds -100...100 percent to each channel. See ``ColorShift``.
    public static func rgb(red: Double, green: Double, blue: Double) -> ColorShift { ColorShift(red: red, green: green, blue: blue) }
}
