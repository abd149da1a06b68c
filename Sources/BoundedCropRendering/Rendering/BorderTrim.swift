internal import BoundedCrop

/// Finds a border of one color around a picture.
enum BorderTrim {
    /// What remains without the rows and columns at the edges whose pixels are all close to the corner's, or to the stated opaque color; the
    /// whole picture if nothing would remain.
    ///
    /// Pixels are close if the distance of their premultiplied RGBA, each 0...255, is at most the tolerance: all transparent pixels are equal,
    /// and differ from black ones. With `channels`, no channel of the median of a pixel and the eight around it may differ by more than the
    /// tolerance, on a ground of magenta, so that lines and spots of a pixel or two do not count: as libvips looks for imgproxy and imagor.
    ///
    /// Throws `CancellationError`.
    static func rectangle(of picture: PixelBuffer, _ trim: RenderRequest.Trim) throws -> PixelRect {
        let (width, height) = (picture.width, picture.height)
        // The distance from black to white is 442.
        let tolerance = Int32(min(max(trim.tolerance, 0), 442))
        return try picture.bytes.withUnsafeBufferPointer { bytes in
            let corner = trim.corner == .topLeft ? 0 : bytes.count - 4
            let levels = trim.color.map { [$0.red, $0.green, $0.blue].map { Int32(Int($0 * 255, within: 0...255)) } }
            let reference = levels.map { SIMD4($0[0], $0[1], $0[2], 255) } ?? pixel(at: corner)
            func pixel(at start: Int) -> SIMD4<Int32> {
                SIMD4(Int32(bytes[start]), Int32(bytes[start + 1]), Int32(bytes[start + 2]), Int32(bytes[start + 3]))
            }
            func onMagenta(_ pixel: SIMD4<Int32>) -> SIMD4<Int32> { pixel &+ SIMD4(1, 0, 1, 1) &* (255 &- pixel.w) }
            func isInside(_ x: Int, _ y: Int) -> Bool {
                switch trim.measure {
                case .distance:
                    let difference = pixel(at: (y * width + x) * 4) &- reference
                    return (difference &* difference).wrappedSum() > tolerance * tolerance
                case .channels:
                    // The median of nine is above a limit if five of them are. Beyond the edges the picture is as at the edges.
                    let (ground, limit) = (onMagenta(reference), SIMD4(repeating: tolerance))
                    var (above, below) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
                    for row in [max(y - 1, 0), y, min(y + 1, height - 1)] {
                        for column in [max(x - 1, 0), x, min(x + 1, width - 1)] {
                            let difference = onMagenta(pixel(at: (row * width + column) * 4)) &- ground
                            above.replace(with: above &+ 1, where: difference .> limit)
                            below.replace(with: below &+ 1, where: difference .< 0 &- limit)
                        }
                    }
                    return max(above.max(), below.max()) >= 5
                }
            }
            func hasInside(row: Int) throws -> Bool {
                try Cancellation.checkCurrent()
                return (0..<width).contains { isInside($0, row) }
            }
            guard let top = try (0..<height).first(where: hasInside), let bottom = try (top..<height).reversed().first(where: hasInside)
            else {
                return PixelRect(x: 0, y: 0, width: width, height: height)
            }
            // Row by row, following the memory layout, and each row only as far as it can extend the result.
            var (left, right) = (width, 0)
            for row in top...bottom {
                try Cancellation.checkCurrent()
                left = (0..<left).first { isInside($0, row) } ?? left
                right = (right..<width).reversed().first { isInside($0, row) }.map { $0 + 1 } ?? right
            }
            return PixelRect(x: left, y: top, width: right - left, height: bottom + 1 - top)
        }
    }
}
