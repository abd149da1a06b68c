public import BoundedCrop

/// An effect defined by a closure.
///
///     let framed: [any ImageEffect] = [.custom("halves") { picture in try picture.resized(to: half(of: picture.size)) }, .circle]
package struct Custom: ImageEffect {
    /// Distinguishes this effect from all other custom effects wherever results are cached; it must change when the closure does.
    package let identifier: String
    private let change: @Sendable (PixelBuffer) throws -> PixelBuffer
    private let footprint: (@Sendable (PixelSize) -> EffectFootprint)?

    /// Creates an effect from a closure.
    ///
    /// - Parameters:
    ///   - identifier: Must name what the closure does, including every parameter it captures.
    ///   - footprint: What the closure uses; nil for a picture of the same size and one more.
    ///   - change: Returns the new picture. It must be safe to call from several threads at once. If it takes long, it should call
    ///     `Cancellation.checkCurrent()` regularly.
    package init(
        _ identifier: String,
        footprint: (@Sendable (PixelSize) -> EffectFootprint)? = nil,
        _ change: @escaping @Sendable (PixelBuffer) throws -> PixelBuffer
    ) {
        self.identifier = identifier
        self.footprint = footprint
        self.change = change
    }

    /// The identifier.
    package var cacheKey: String { "custom(\(CropCacheKey.escaped(identifier)))" }

    /// The footprint given by the caller, or by default a picture of the same size and one more.
    package func footprint(on size: PixelSize) -> EffectFootprint { footprint?(size) ?? .inPlace(size, layers: 1) }

    /// Calls the closure.
    ///
    /// - Throws: What the closure throws.
    package func apply(to image: inout PixelBuffer) throws {
        image = try change(image)
    }
}

extension Custom: Hashable {
    /// Whether both have the same identifier: closures cannot be compared.
    package static func == (first: Custom, second: Custom) -> Bool { first.identifier == second.identifier }

    /// Hashes the identifier.
    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension ImageEffect where Self == Effect {
    /// An effect from a closure. The identifier must name what it does, including every parameter it captures.
    public static func custom(
        _ identifier: String,
        _ change: @escaping @Sendable (PixelBuffer) throws -> PixelBuffer
    ) -> Effect { Effect(Custom(identifier, change)) }
}
