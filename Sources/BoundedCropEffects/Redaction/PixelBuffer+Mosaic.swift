internal import BoundedCrop

extension PixelBuffer {
    /// An area of this picture in flat blocks of `side` pixels, each the average of as many pixels.
    ///
    /// A block that extends beyond the area also averages pixels around it, and a block that would extend beyond the picture's edge is
    /// averaged further inside. Otherwise a narrow block would nearly show its own pixels.
    ///
    /// Throws `CancellationError`.
    func mosaic(of area: Span2D, side: Int) throws -> PixelBuffer {
        var mosaic = PixelBuffer(size: area.size)
        for top in stride(from: area.vertical.low, to: area.vertical.high, by: side) {
            for left in stride(from: area.horizontal.low, to: area.horizontal.high, by: side) {
                try Cancellation.checkCurrent()
                let source = Span2D(
                    covering: Rect(
                        x: Double(max(0, min(left, width - side))),
                        y: Double(max(0, min(top, height - side))),
                        width: Double(side),
                        height: Double(side)
                    ),
                    within: size
                )
                let rows = Span(low: top, high: min(top + side, area.vertical.high))
                let columns = Span(low: left, high: min(left + side, area.horizontal.high))
                mosaic.fill(rows, columns, with: try average(of: source), at: (area.horizontal.low, area.vertical.low))
            }
        }
        return mosaic
    }

    private func average(of area: Span2D) throws -> SIMD4<UInt8> {
        var sum = SIMD4<Int>.zero
        try bytes.withUnsafeBufferPointer { bytes in
            for row in area.vertical.low..<area.vertical.high {
                try Cancellation.checkCurrent()
                for column in area.horizontal.low..<area.horizontal.high {
                    let pixel = (row * width + column) * 4
                    sum &+= SIMD4(Int(bytes[pixel]), Int(bytes[pixel + 1]), Int(bytes[pixel + 2]), Int(bytes[pixel + 3]))
                }
            }
        }
        return SIMD4(truncatingIfNeeded: (sum &+ area.area / 2) / SIMD4(repeating: area.area))
    }

    private mutating func fill(_ rows: Span, _ columns: Span, with color: SIMD4<UInt8>, at origin: (x: Int, y: Int)) {
        let width = width
        bytes.withUnsafeMutableBufferPointer { bytes in
            for row in rows.low..<rows.high {
                for column in columns.low..<columns.high {
                    let pixel = ((row - origin.y) * width + column - origin.x) * 4
                    for channel in 0..<4 { bytes[pixel + channel] = color[channel] }
                }
            }
        }
    }
}
