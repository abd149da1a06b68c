internal import BoundedCrop

extension Span2D {
    var area: Int { horizontal.length * vertical.length }
    var size: PixelSize { PixelSize(width: horizontal.length, height: vertical.length) }
}

extension PixelBuffer {
    /// A part of the picture by itself; it has to be inside, and not empty.
    func cut(_ area: Span2D) throws -> PixelBuffer {
        let length = area.horizontal.length * 4
        var part = [UInt8]()
        part.reserveCapacity(area.vertical.length * length)
        for row in area.vertical.low..<area.vertical.high {
            let start = (row * width + area.horizontal.low) * 4
            part += bytes[start..<start + length]
        }
        return try PixelBuffer(size: area.size, bytes: part)
    }

    /// Puts pixels of another picture, whose first pixel lies at `origin` of this one, into an area that both cover.
    mutating func replace(_ area: Span2D, from other: PixelBuffer, at origin: (x: Int, y: Int)) {
        for row in area.vertical.low..<area.vertical.high {
            replace(area.horizontal, ofRow: row, from: other, at: origin)
        }
    }

    /// The same for a stretch of one row.
    mutating func replace(_ columns: Span, ofRow row: Int, from other: PixelBuffer, at origin: (x: Int, y: Int)) {
        let target = (row * width + columns.low) * 4
        let source = ((row - origin.y) * other.width + columns.low - origin.x) * 4
        bytes.withUnsafeMutableBufferPointer { bytes in
            other.bytes.withUnsafeBufferPointer { others in
                for index in 0..<columns.length * 4 { bytes[target + index] = others[source + index] }
            }
        }
    }
}
