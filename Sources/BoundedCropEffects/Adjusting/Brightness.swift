public import BoundedCrop

/// Makes the picture lighter or darker: the same is added to every channel.
public struct Brightness: ImageEffect, Hashable {
    /// Percent of the whole range, -100 (black) ... 100 (white).
    public let amount: Double

    /// A change of brightness, checked when it is applied.
    public init(_ amount: Double) {
        self.amount = amount
    }

    /// The amount.
    public var cacheKey: String { "brightness(\(amount.keyText))" }

    /// Changes the brightness. Throws `invalidArgument` outside -100...100.
    public func apply(to image: inout PixelBuffer) throws {
        let added = try Argument.number(amount, in: -100...100, "a brightness") * 2.55
        ChannelTables { $0 + added }.apply(to: &image)
    }
}

extension ImageEffect where Self == Brightness {
    /// Lighter or darker, by -100...100 percent. See ``Brightness``.
    public static func brightness(_ amount: Double) -> Brightness { Brightness(amount) }
}
