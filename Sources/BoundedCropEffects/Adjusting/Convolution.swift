package import BoundedCrop

/// Replaces each pixel by a weighted sum of the pixels around it.
///
/// The kernel is applied as written, not mirrored. Outside the picture, the edge pixels are repeated. Colors are summed premultiplied;
/// alpha is kept.
package struct Convolution: WritableEffect, Hashable {
    /// The maximum number of columns, and of rows; the time is proportional to their product.
    package static let maximumSide = 9

    /// The weights, row by row.
    package let kernel: [Double]
    /// The number of weights in a row. Both this and the number of rows must be odd.
    package let columns: Int
    /// Whether the weights are divided by their sum, unless that is 0.
    package let normalizes: Bool

    /// Creates a convolution. Parameters are checked when the effect is applied.
    package init(_ kernel: [Double], columns: Int, normalizes: Bool = true) {
        self.kernel = kernel
        self.columns = columns
        self.normalizes = normalizes
    }

    package var call: EffectCall { EffectCall("convolution", .numbers(kernel), "\(columns)", "\(normalizes)") }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for weights that do not fill whole rows, or are not between -10000 and 10000, and for an even number of rows
    /// or columns, or more than nine.
    package func check() throws {
        _ = try checkedWeights()
    }

    /// Convolves the picture.
    ///
    /// - Throws: `invalidArgument` when the weights do not fill whole rows, when the number of rows or columns is even or above nine, or
    ///   when a weight is not between -10000 and 10000.
    package func apply(to image: inout PixelBuffer) throws {
        let weights = try checkedWeights()
        let (across, down) = (columns / 2, kernel.count / columns / 2)
        let (width, height, source) = (image.width, image.height, image.bytes)
        try source.withUnsafeBytes { source in
            try image.changeRows { bytes, row in
                for column in 0..<width {
                    if column % 256 == 255 { try Cancellation.checkCurrent() }
                    var sum = SIMD4<Float>(repeating: 0)
                    var weight = 0
                    for y in row - down...row + down {
                        let start = min(max(y, 0), height - 1) * width
                        for x in column - across...column + across {
                            let pixel = (start + min(max(x, 0), width - 1)) * 4
                            sum += SIMD4<Float>(source.loadUnaligned(fromByteOffset: pixel, as: SIMD4<UInt8>.self)) * weights[weight]
                            weight += 1
                        }
                    }
                    let pixel = column * 4
                    let limit = SIMD4(repeating: Float(bytes[pixel + 3]))
                    let result = (sum + 0.5).clamped(lowerBound: .zero, upperBound: limit)
                    bytes[pixel] = UInt8(result.x)
                    bytes[pixel + 1] = UInt8(result.y)
                    bytes[pixel + 2] = UInt8(result.z)
                }
            }
        }
    }

    private func checkedWeights() throws -> [Float] {
        let isGrid = columns > 0 && !kernel.isEmpty && kernel.count % columns == 0
        let rows = isGrid ? kernel.count / columns : 0
        guard isGrid, columns % 2 == 1, rows % 2 == 1, max(rows, columns) <= Self.maximumSide else {
            throw BoundedCropError(
                .invalidArgument,
                "\(kernel.count) weights in rows of \(columns) are not a kernel: rows and columns must be odd, at most \(Self.maximumSide)"
            )
        }
        let weights = try kernel.map { try Argument.number($0, in: -10_000...10_000, "a weight") }
        let sum = weights.reduce(0, +)
        // Dividing by a sum close to 0 makes huge weights, so they are clamped again.
        return weights.map { Float(min(max(normalizes && sum != 0 ? $0 / sum : $0, -1e9), 1e9)) }
    }
}

extension ImageEffect where Self == Convolution {
    /// Replaces each pixel by a weighted sum of the pixels around it. See `Convolution`.
    package static func convolution(_ kernel: [Double], columns: Int, normalizes: Bool = true) -> Convolution {
        Convolution(kernel, columns: columns, normalizes: normalizes)
    }
}
