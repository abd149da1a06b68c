public import BoundedCrop

/// Makes the picture more transparent. See `PixelBuffer.withAlpha(_:)`.
public struct Alpha: ImageEffect, Hashable {
    /// What the picture's own opacity is multiplied by.
    public let alpha: Double

    /// An opacity; what lies outside 0...1 counts as the nearer end.
    public init(_ alpha: Double) {
        self.alpha = alpha
    }

    /// The opacity.
    public var cacheKey: String { "alpha(\(alpha.keyText))" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Fades. Throws `invalidArgument` for an opacity that is no number.
    public func apply(to image: inout PixelBuffer) throws {
        let factor = try Argument.opacity(alpha)
        guard factor < 1 else { return }
        let table = Premultiplied.table(factor)
        try table.withUnsafeBufferPointer { table in
            try image.changeRows { bytes, _ in
                for index in bytes.indices { bytes[index] = table[Int(bytes[index])] }
            }
        }
    }
}

extension ImageEffect where Self == Alpha {
    /// Multiplies the picture's opacity by 0...1.
    public static func alpha(_ alpha: Double) -> Alpha { Alpha(alpha) }
}

extension PixelBuffer {
    /// This picture with its opacity multiplied by `alpha`: each byte is `value * alpha`, rounded to the nearest, halves up.
    ///
    /// What lies outside 0...1 counts as the nearer end, so nothing ever gets more opaque. Throws `invalidArgument` for what is no number.
    public func withAlpha(_ alpha: Double) throws -> PixelBuffer {
        try applying([.alpha(alpha)])
    }
}
