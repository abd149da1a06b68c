public import BoundedCrop

/// Replaces the picture by its reflection. See `PixelBuffer.reflected(scale:)`.
package struct Reflect: ImageEffect, Hashable {
    /// The share of the picture's height that is reflected.
    package let scale: Double

    /// Creates a reflection of this share of the picture's height. It is checked when the effect is applied.
    package init(scale: Double) {
        self.scale = scale
    }

    /// The scale.
    package var cacheKey: String { "reflect(\(scale.keyText))" }

    /// A new picture, at most as large as this one.
    package func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(size) }

    /// Throws `invalidArgument` for a scale outside 0...1.
    package func check() throws {
        _ = try Argument.fraction(scale, "a reflection's scale")
    }

    /// Makes the reflection.
    ///
    /// - Throws: What `PixelBuffer.reflected(scale:)` throws.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.reflected(scale: scale)
    }
}

extension ImageEffect where Self == Reflect {
    /// The reflection of the picture's lower part, without the picture.
    package static func reflect(scale: Double) -> Reflect { Reflect(scale: scale) }
}

extension PixelBuffer {
    /// Returns the lower part of this picture upside down, `ceil(height * scale)` rows high, fading linearly from opaque to transparent.
    ///
    /// Row `i` of `n` keeps `1 - (i + 0.5) / n`, the mean of the fade over that row.
    ///
    /// - Throws: `invalidArgument` when the scale is not above 0 and at most 1.
    public func reflected(scale: Double) throws -> PixelBuffer {
        let rows = try reflectedRows(scale: scale)
        guard rows > 0 else { throw BoundedCropError(.invalidArgument, "a reflection of scale 0 has no pixels") }
        return try PixelBuffer(
            size: PixelSize(width: width, height: rows),
            rows: { output, row in
                writeReflection(row: row, of: rows, alpha: 1, to: output)
            }
        )
    }

    /// The height of a reflection. Throws `invalidArgument` for a scale outside 0...1.
    func reflectedRows(scale: Double) throws -> Int {
        let share = try Argument.fraction(scale, "a reflection's scale")
        return Int(Double(height) * share, within: 0...height, rounded: .up)
    }

    /// One row of a reflection; row 0 is the picture's last row.
    func writeReflection(row: Int, of rows: Int, alpha: Double, to output: UnsafeMutablePointer<UInt8>) {
        let fade = 1 - (Double(row) + 0.5) / Double(rows)
        let start = (height - 1 - row) * width * 4
        Premultiplied.table(fade * alpha).withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                for index in 0..<width * 4 { output[index] = table[Int(bytes[start + index])] }
            }
        }
    }
}
