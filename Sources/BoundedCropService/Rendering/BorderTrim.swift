internal import BoundedCrop

/// Looks for a border of one colour around a picture.
enum BorderTrim {
    /// What is left without the rows and columns at the edges whose colours are all near to the corner's; everything where that would be
    /// nothing.
    ///
    /// Colours are near when their distance in RGB of 0...255 is at most the tolerance; transparent pixels count as black.
    static func rectangle(of picture: PixelBuffer, _ trim: ImageURL.Trim) -> PixelRect {
        let (width, height) = (picture.width, picture.height)
        return picture.bytes.withUnsafeBufferPointer { bytes in
            let corner = trim.corner == .topLeft ? 0 : bytes.count - 4
            let reference = SIMD4(Int32(bytes[corner]), Int32(bytes[corner + 1]), Int32(bytes[corner + 2]), 0)
            let limit = Int32(trim.tolerance * trim.tolerance)
            func isInside(_ x: Int, _ y: Int) -> Bool {
                let pixel = (y * width + x) * 4
                let distance = SIMD4(Int32(bytes[pixel]), Int32(bytes[pixel + 1]), Int32(bytes[pixel + 2]), 0) &- reference
                return (distance &* distance).wrappedSum() > limit
            }
            func hasInside(row: Int, _ columns: Range<Int>) -> Bool { columns.contains { isInside($0, row) } }
            func hasInside(column: Int, _ rows: Range<Int>) -> Bool { rows.contains { isInside(column, $0) } }
            guard let top = (0..<height).first(where: { hasInside(row: $0, 0..<width) }),
                let bottom = (0..<height).last(where: { hasInside(row: $0, 0..<width) }),
                let left = (0..<width).first(where: { hasInside(column: $0, top..<bottom + 1) }),
                let right = (0..<width).last(where: { hasInside(column: $0, top..<bottom + 1) })
            else { return PixelRect(x: 0, y: 0, width: width, height: height) }
            return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
        }
    }
}
