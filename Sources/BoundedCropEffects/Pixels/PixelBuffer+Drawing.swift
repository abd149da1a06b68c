package import BoundedCrop

extension PixelBuffer {
    /// Draws another picture over this one with its top left corner at `x`, `y`, which may lie outside. What extends over the edges is cut
    /// off.
    ///
    /// Throws `CancellationError`.
    package mutating func draw(_ picture: PixelBuffer, x: Int, y: Int) throws {
        try draw(picture, atColumns: [x], rows: [y])
    }

    /// Draws another picture over this one at every combination of the columns and rows. The time depends only on the number of pixels
    /// drawn, however small the other picture is.
    ///
    /// Throws `CancellationError`.
    mutating func draw(_ picture: PixelBuffer, atColumns columns: [Int], rows: [Int]) throws {
        let (width, height) = (width, height)
        let stretches = columns.map { x in (x: x, seen: max(0, x)..<max(0, x, min(width, x.plus(picture.width)))) }
            .filter { !$0.seen.isEmpty }
        try bytes.withUnsafeMutableBufferPointer { bytes in
            try picture.bytes.withUnsafeBufferPointer { pixels in
                guard let ground = bytes.baseAddress, let start = pixels.baseAddress else { return }
                for top in rows {
                    for row in max(0, top)..<max(0, top, min(height, top.plus(picture.height))) {
                        try Cancellation.checkCurrent()
                        for (x, seen) in stretches {
                            let source = start + ((row - top) * picture.width + seen.lowerBound - x) * 4
                            Premultiplied.draw(source, over: ground + (row * width + seen.lowerBound) * 4, count: seen.count)
                        }
                    }
                }
            }
        }
    }
}
