package import BoundedCrop

extension PixelBuffer {
    /// Changes the picture in place, row by row, and checks for cancellation before each row.
    ///
    /// Throws `CancellationError`, which leaves the picture partly changed, and what `change` throws.
    package mutating func changeRows(_ change: (_ row: UnsafeMutableBufferPointer<UInt8>, _ y: Int) throws -> Void) throws {
        let (length, height) = (width * 4, height)
        try bytes.withUnsafeMutableBufferPointer { bytes in
            for y in 0..<height {
                try Cancellation.checkCurrent()
                try change(UnsafeMutableBufferPointer(rebasing: bytes[y * length..<(y + 1) * length]), y)
            }
        }
    }

    /// Reads the picture row by row, and checks for cancellation before each row. Throws `CancellationError` and what `look` throws.
    package func readRows(_ look: (_ row: UnsafeBufferPointer<UInt8>, _ y: Int) throws -> Void) throws {
        let length = width * 4
        try bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<height {
                try Cancellation.checkCurrent()
                try look(UnsafeBufferPointer(rebasing: bytes[y * length..<(y + 1) * length]), y)
            }
        }
    }

    /// A picture whose rows are written one after the other, with a check for cancellation before each; rows are transparent at first.
    ///
    /// Throws `CancellationError` and what `write` throws.
    package init(size: PixelSize, rows write: (_ row: UnsafeMutablePointer<UInt8>, _ y: Int) throws -> Void) throws {
        try self.init(size: size) { output in
            for y in 0..<size.height {
                try Cancellation.checkCurrent()
                try write(output + y * size.width * 4, y)
            }
        }
    }

    /// A picture of one color. Throws `CancellationError`.
    package init(size: PixelSize, color: Color) throws {
        let pixel = color.pixel
        try self.init(size: size, pixel: SIMD4(pixel.red, pixel.green, pixel.blue, pixel.alpha))
    }

    /// A picture of one color, given as premultiplied bytes. Throws `CancellationError`.
    init(size: PixelSize, pixel: SIMD4<UInt8>) throws {
        let word = unsafeBitCast(pixel, to: UInt32.self)
        try self.init(
            size: size,
            rows: { row, _ in
                UnsafeMutableRawPointer(row).withMemoryRebound(to: UInt32.self, capacity: size.width) { row in
                    row.update(repeating: word, count: size.width)
                }
            }
        )
    }
}
