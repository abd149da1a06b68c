public import BoundedCrop

/// Makes the picture lighter or darker: the same is added to every channel.
public struct Brightness: ImageEffect, Hashable {
    /// Percent of the whole range, -100 (black) ... 100 (white); what lies outside counts as the nearer end.
    public let amount: Double

    /// A change of brightness.
    public init(_ amount: Double) {
        self.amount = amount
    }

    /// The amount.
    public var cacheKey: String { "brightness(\(amount.keyText))" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Changes the brightness. Throws `invalidArgument` for what is no number.
    public func apply(to image: inout PixelBuffer) throws {
        let added = try Argument.percentage(amount, "a brightness") * 2.55
        try ChannelTables { $0 + added }.apply(to: &image)
    }
}

extension ImageEffect where Self == Brightness {
    /// Lighter or darker, by -100...100 percent. See ``Brightness``.
    public static func brightness(_ amount: Double) -> Brightness { Brightness(amount) }
}
