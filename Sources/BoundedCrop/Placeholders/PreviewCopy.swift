/// The small copy of a picture from which placeholders are made.
struct PreviewCopy {
    /// The longest side that ThumbHash allows, in pixels.
    static let longSide = 100

    let pixels: PixelBuffer
    /// The mean of the visible colors, weighted by their opacity, 0...1; nil if everything is transparent.
    let average: (red: Double, green: Double, blue: Double)?
    /// Whether any pixel is not opaque.
    let hasAlpha: Bool

    /// - Precondition: No side is longer than `longSide`.
    init(_ pixels: PixelBuffer) {
        precondition(pixels.size.longSide <= Self.longSide)
        self.pixels = pixels
        var sums = (red: 0, green: 0, blue: 0, alpha: 0)
        for index in stride(from: 0, to: pixels.bytes.count, by: 4) {
            sums.red += Int(pixels.bytes[index])
            sums.green += Int(pixels.bytes[index + 1])
            sums.blue += Int(pixels.bytes[index + 2])
            sums.alpha += Int(pixels.bytes[index + 3])
        }
        let alpha = Double(sums.alpha)
        average = sums.alpha > 0 ? (Double(sums.red) / alpha, Double(sums.green) / alpha, Double(sums.blue) / alpha) : nil
        hasAlpha = sums.alpha < pixels.size.area * 255
    }

    /// The colors, 0...1, on a ground that shows through where the picture is transparent.
    func colors(on ground: (red: Double, green: Double, blue: Double)) -> (red: [Double], green: [Double], blue: [Double]) {
        let alpha = alpha
        func channel(_ offset: Int, _ ground: Double) -> [Double] {
            alpha.indices.map { Double(pixels.bytes[$0 * 4 + offset]) / 255 + (1 - alpha[$0]) * ground }
        }
        return (channel(0, ground.red), channel(1, ground.green), channel(2, ground.blue))
    }

    /// The opacity of each pixel, 0...1.
    var alpha: [Double] {
        (0..<pixels.size.area).map { Double(pixels.bytes[$0 * 4 + 3]) / 255 }
    }
}
