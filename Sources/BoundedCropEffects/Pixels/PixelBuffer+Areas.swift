internal import BoundedCrop

extension Span2D {
    var area: Int { horizontal.length * vertical.length }
    var size: PixelSize { PixelSize(width: horizontal.length, height: vertical.length) }
}

extension PixelBuffer {
    /// A copy of a part of the picture, which must be inside and not empty. Throws `CancellationError`.
    func cut(_ area: Span2D) throws -> PixelBuffer {
        try placed(x: -area.horizontal.low, y: -area.vertical.low, on: area.size)
    }

    /// Copies pixels of another picture, whose first pixel lies at `origin` of this one, into an area inside both. Throws
    /// `CancellationError`.
    mutating func replace(_ area: Span2D, from other: PixelBuffer, at origin: (x: Int, y: Int)) throws {
        for row in area.vertical.low..<area.vertical.high {
            try Cancellation.checkCurrent()
            replace(area.horizontal, ofRow: row, from: other, at: origin)
        }
    }

    /// Copies a range of one row in the same way.
    mutating func replace(_ columns: Span, ofRow row: Int, from other: PixelBuffer, at origin: (x: Int, y: Int)) {
        let target = (row * width + columns.low) * 4
        let source = ((row - origin.y) * other.width + columns.low - origin.x) * 4
        bytes.withUnsafeMutableBufferPointer { bytes in
            other.bytes.withUnsafeBufferPointer { others in
                guard let start = others.baseAddress, let place = bytes.baseAddress else { return }
                (place + target).update(from: start + source, count: columns.length * 4)
            }
        }
    }
}
