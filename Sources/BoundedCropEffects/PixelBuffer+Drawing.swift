internal import BoundedCrop

extension PixelBuffer {
    /// Lays another picture over this one, its top left corner at a place that may lie outside; what reaches over the edges is left out.
    mutating func draw(_ picture: PixelBuffer, x: Int, y: Int) {
        let columns = max(0, x)..<max(0, x, min(width, x + picture.width))
        let rows = max(0, y)..<max(0, y, min(height, y + picture.height))
        guard !columns.isEmpty else { return }
        let width = width
        bytes.withUnsafeMutableBufferPointer { bytes in
            picture.bytes.withUnsafeBufferPointer { pixels in
                guard let ground = bytes.baseAddress, let start = pixels.baseAddress else { return }
                for row in rows {
                    let source = start + ((row - y) * picture.width + columns.lowerBound - x) * 4
                    Premultiplied.draw(source, over: ground + (row * width + columns.lowerBound) * 4, count: columns.count)
                }
            }
        }
    }
}
