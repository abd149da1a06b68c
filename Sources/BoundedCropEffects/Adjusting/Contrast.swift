public import BoundedCrop

/// Moves every level away from the middle gray, or towards it: the distance is multiplied by `(1 + amount / 100)` squared, as thumbor does.
public struct Contrast: ImageEffect, Hashable {
    /// Percent, -100 (gray) ... 100 (four times the distance).
    public let amount: Double

    /// A change of contrast, checked when it is applied.
    public init(_ amount: Double) {
        self.amount = amount
    }

    /// The amount.
    public var cacheKey: String { "contrast(\(amount.keyText))" }

    /// Changes the contrast. Throws `invalidArgument` outside -100...100.
    public func apply(to image: inout PixelBuffer) throws {
        let side = try Argument.number(amount, in: -100...100, "a contrast") / 100 + 1
        ChannelTables { 128 + ($0 - 128) * side * side }.apply(to: &image)
    }
}

extension ImageEffect where Self == Contrast {
    /// More or less contrast, by -100...100 percent. See ``Contrast``.
    public static func contrast(_ amount: Double) -> Contrast { Contrast(amount) }
}
