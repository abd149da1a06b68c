public import BoundedCrop

/// An effect made of a closure.
///
///     let framed: [any ImageEffect] = [.custom("halves") { picture in try picture.resized(to: half(of: picture.size)) }, .circle()]
public struct Custom: ImageEffect {
    /// Tells this effect from all other custom ones, wherever results are kept: it has to change when the closure does.
    public let identifier: String
    private let change: @Sendable (PixelBuffer) throws -> PixelBuffer
    private let footprint: (@Sendable (PixelSize) -> EffectFootprint)?

    /// - Parameters:
    ///   - identifier: has to name what the closure does, with every parameter it captures.
    ///   - footprint: what the closure takes; nil for a picture of the same size and one more.
    ///   - change: gives the new picture; may be called from several threads at once. What takes long in it should ask
    ///     `Cancellation.checkCurrent()`.
    public init(
        _ identifier: String,
        footprint: (@Sendable (PixelSize) -> EffectFootprint)? = nil,
        _ change: @escaping @Sendable (PixelBuffer) throws -> PixelBuffer
    ) {
        self.identifier = identifier
        self.footprint = footprint
        self.change = change
    }

    /// The identifier.
    public var cacheKey: String { "custom(\(CropCacheKey.escaped(identifier)))" }

    /// Made of what the caller said of it, or by default of a picture of the same size and one more.
    public func footprint(on size: PixelSize) -> EffectFootprint { footprint?(size) ?? .inPlace(size, layers: 1) }

    /// Does what the closure does. Throws what the closure throws.
    public func apply(to image: inout PixelBuffer) throws {
        image = try change(image)
    }
}

extension Custom: Hashable {
    /// Whether both have the same identifier: closures cannot be compared.
    public static func == (first: Custom, second: Custom) -> Bool { first.identifier == second.identifier }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension ImageEffect where Self == Custom {
    /// What a closure does; the identifier has to name that, with every parameter it captures.
    public static func custom(
        _ identifier: String,
        _ change: @escaping @Sendable (PixelBuffer) throws -> PixelBuffer
    ) -> Custom { Custom(identifier, change) }
}
