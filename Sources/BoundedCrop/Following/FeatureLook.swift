/// The colors of a feature and of what is below it, by which a track knows it again after a gap.
package struct FeatureLook: Hashable, Sendable {
    /// Mean brightness, of 255, and the differences of blue and red from it, in shares of it.
    private let middle: SIMD3<Float>
    /// The same below the feature, where clothes are; nil where the picture ends.
    private let below: SIMD3<Float>?

    /// Two looks that differ by more are not of one person.
    static let mostDistance = 0.2

    /// - Parameter rectangle: The feature, in pixels; finite.
    package init(_ rectangle: Rect, in pixels: PixelBuffer) {
        let (width, height) = (rectangle.width, rectangle.height)
        let middle = Rect(x: rectangle.x + width / 4, y: rectangle.y + height / 4, width: width / 2, height: height / 2)
        let below = Rect(x: rectangle.x, y: rectangle.y + 1.35 * height, width: width, height: height / 2)
        self.middle = Self.mean(middle, in: pixels) ?? .zero
        self.below = Self.mean(below, in: pixels)
    }

    /// How unlike two looks are: colors count more than brightness, which changes with the light.
    package func distance(to other: FeatureLook) -> Double {
        func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Double {
            let difference = one - other
            return 0.25 * Double(abs(difference.x)) + Double((difference.y * difference.y + difference.z * difference.z).squareRoot())
        }
        guard let below, let otherBelow = other.below else { return distance(middle, other.middle) }
        return distance(middle, other.middle) + 0.5 * distance(below, otherBelow)
    }

    /// The mean of at most 12x12 pixels; nil for less than one.
    private static func mean(_ rectangle: Rect, in pixels: PixelBuffer) -> SIMD3<Float>? {
        let part = rectangle.intersection(pixels.size.bounds)
        guard part.width >= 1, part.height >= 1 else { return nil }
        let count = 12
        var sum = SIMD3<Float>.zero
        pixels.bytes.withUnsafeBufferPointer { bytes in
            for row in 0..<count {
                let y = min(Int(part.y + part.height * (Double(row) + 0.5) / Double(count)), pixels.height - 1)
                for column in 0..<count {
                    let x = min(Int(part.x + part.width * (Double(column) + 0.5) / Double(count)), pixels.width - 1)
                    let place = 4 * (y * pixels.width + x)
                    sum += SIMD3(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]))
                }
            }
        }
        let color = sum / (255 * Float(count * count))
        let brightness = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
        let unit = max(brightness, 0.1)
        return SIMD3(brightness, (color.z - brightness) / unit, (color.x - brightness) / unit)
    }
}
