package import BoundedCrop

/// Adds a separate value to each channel.
package struct ColorShift: WritableEffect, Hashable {
    /// Percent of the whole range to add to red, -100...100; values outside are clamped.
    package let red: Double
    /// Percent to add to green, as for red.
    package let green: Double
    /// Percent to add to blue, as for red.
    package let blue: Double

    /// Creates a shift from its three percentages.
    package init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package var call: EffectCall { EffectCall("rgb", .number(red), .number(green), .number(blue)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a percentage that is not a number.
    package func check() throws {
        for percentage in [red, green, blue] { _ = try Argument.percentage(percentage, "a color shift") }
    }

    /// Shifts the colors.
    ///
    /// - Throws: `invalidArgument` when a percentage is not a number.
    package func apply(to image: inout PixelBuffer) throws {
        let added = try [red, green, blue].map { try Argument.percentage($0, "a color shift") * 2.55 }
        try ChannelTables { $1 + added[$0] }.apply(to: &image)
    }
}

extension ImageEffect where Self == ColorShift {
    /// Adds -100...100 percent to each channel. See `ColorShift`.
    package static func rgb(red: Double, green: Double, blue: Double) -> ColorShift { ColorShift(red: red, green: green, blue: blue) }
}
