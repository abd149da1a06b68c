package import BoundedCrop

/// Moves each channel towards a color, by a separate share for each channel.
package struct Colorize: WritableEffect, Hashable {
    /// Percent of the distance from the picture's red to the color's, 0...100.
    package let red: Double
    /// Percent of the distance for green, 0...100.
    package let green: Double
    /// Percent of the distance for blue, 0...100.
    package let blue: Double
    /// The color to move towards; its alpha is ignored.
    package let color: Color

    /// Creates the effect. Parameters are checked when the effect is applied.
    package init(red: Double, green: Double, blue: Double, towards color: Color) {
        self.red = red
        self.green = green
        self.blue = blue
        self.color = color
    }

    package var call: EffectCall { EffectCall("colorize", .number(red), .number(green), .number(blue), .color(color)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a percentage outside 0...100.
    package func check() throws {
        for percentage in [red, green, blue] { _ = try Argument.number(percentage, in: 0...100, "a colorize percentage") }
    }

    /// Mixes the channels with the color.
    ///
    /// - Throws: `invalidArgument` when a percentage is outside 0...100.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let shares = [red, green, blue].map { $0 / 100 }
        let ends = [color.red, color.green, color.blue].map { $0 * 255 }
        try ChannelTables { $1 + (ends[$0] - $1) * shares[$0] }.apply(to: &image)
    }
}

extension ImageEffect where Self == Colorize {
    /// Moves each channel towards a color, by 0...100 percent. See `Colorize`.
    package static func colorize(red: Double, green: Double, blue: Double, towards color: Color) -> Colorize {
        Colorize(red: red, green: green, blue: blue, towards: color)
    }
}
