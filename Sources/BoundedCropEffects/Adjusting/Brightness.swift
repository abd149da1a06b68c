package import BoundedCrop

/// Makes the picture lighter or darker by adding the same value to every channel.
package struct Brightness: WritableEffect, Hashable {
    /// Percent of the whole range, -100 (black) ... 100 (white); values outside are clamped.
    package let amount: Double

    /// Creates a change of brightness.
    package init(_ amount: Double) {
        self.amount = amount
    }

    package var call: EffectCall { EffectCall("brightness", .number(amount)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for an amount that is not a number.
    package func check() throws {
        _ = try Argument.percentage(amount, "a brightness")
    }

    /// Changes the brightness.
    ///
    /// - Throws: `invalidArgument` when the amount is not a number.
    package func apply(to image: inout PixelBuffer) throws {
        let added = try Argument.percentage(amount, "a brightness") * 2.55
        try ChannelTables { $0 + added }.apply(to: &image)
    }
}

extension ImageEffect where Self == Effect {
    /// Lighter or darker, by -100...100 percent.
    public static func brightness(_ amount: Double) -> Effect { Effect(Brightness(amount)) }
}
