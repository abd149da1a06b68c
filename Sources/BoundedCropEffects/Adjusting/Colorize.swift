public import BoundedCrop

/// Brings each channel nearer to a colour's, by a share of its own.
public struct Colorize: ImageEffect, Hashable {
    /// Percent of the way from the picture's red to the colour's, 0...100.
    public let red: Double
    /// The same for green.
    public let green: Double
    /// The same for blue.
    public let blue: Double
    /// Where the way leads; its alpha does not matter.
    public let color: Color

    /// A way by its three percentages and its end, checked when it is applied.
    public init(red: Double, green: Double, blue: Double, towards color: Color) {
        self.red = red
        self.green = green
        self.blue = blue
        self.color = color
    }

    /// All parameters.
    public var cacheKey: String { "colorize(\(red.keyText),\(green.keyText),\(blue.keyText),\(color))" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Mixes. Throws `invalidArgument` outside 0...100.
    public func apply(to image: inout PixelBuffer) throws {
        let shares = try [red, green, blue].map { try Argument.number($0, in: 0...100, "a percentage to colourise by") / 100 }
        let ends = [color.red, color.green, color.blue].map { $0 * 255 }
        try ChannelTables { $1 + (ends[$0] - $1) * shares[$0] }.apply(to: &image)
    }
}

extension ImageEffect where Self == Colorize {
    /// Brings each channel nearer to a colour's, by 0...100 percent. See ``Colorize``.
    public static func colorize(red: Double, green: Double, blue: Double, towards color: Color) -> Colorize {
        Colorize(red: red, green: green, blue: blue, towards: color)
    }
}
