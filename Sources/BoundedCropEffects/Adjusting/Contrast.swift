package import BoundedCrop

/// Moves every level away from middle gray or towards it: the distance is multiplied by `(1 + amount / 100)` squared, as in thumbor.
package struct Contrast: WritableEffect, Hashable {
    /// Percent, such as -100 (gray) or 100 (four times the distance); clamped to -10000...10000.
    package let amount: Double

    /// Creates a change of contrast.
    package init(_ amount: Double) {
        self.amount = amount
    }

    package var call: EffectCall { EffectCall("contrast", .number(amount)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for an amount that is not a finite number.
    package func check() throws {
        _ = try Argument.finite(amount, "a contrast")
    }

    /// Changes the contrast.
    ///
    /// - Throws: `invalidArgument` when the amount is not a finite number.
    package func apply(to image: inout PixelBuffer) throws {
        let side = min(max(try Argument.finite(amount, "a contrast"), -10_000), 10_000) / 100 + 1
        try ChannelTables { 128 + ($0 - 128) * side * side }.apply(to: &image)
    }
}

extension ImageEffect where Self == Effect {
    /// More or less contrast, by -100...100 percent.
    public static func contrast(_ amount: Double) -> Effect { Effect(Contrast(amount)) }
}
