extension PixelBuffer {
    /// Draws the opaque outline of a rectangle, centered on the rectangle's edge. Anything outside the picture is left out.
    package mutating func stroke(_ rectangle: Rect, color: (red: UInt8, green: UInt8, blue: UInt8), width: Int) {
        let half = Double(width) / 2
        let thickness = Double(width)
        let (left, top) = (rectangle.minX - half, rectangle.minY - half)
        let (right, bottom) = (rectangle.maxX - half, rectangle.maxY - half)
        fill(Rect(minX: left, minY: top, maxX: right + thickness, maxY: top + thickness), color)
        fill(Rect(minX: left, minY: bottom, maxX: right + thickness, maxY: bottom + thickness), color)
        fill(Rect(minX: left, minY: top, maxX: left + thickness, maxY: bottom + thickness), color)
        fill(Rect(minX: right, minY: top, maxX: right + thickness, maxY: bottom + thickness), color)
    }

    private mutating func fill(_ rectangle: Rect, _ color: (red: UInt8, green: UInt8, blue: UInt8)) {
        let inside = Span2D(covering: rectangle, within: size)
        for row in inside.vertical.low..<inside.vertical.high {
            for column in inside.horizontal.low..<inside.horizontal.high {
                let index = (row * size.width + column) * 4
                bytes[index] = color.red
                bytes[index + 1] = color.green
                bytes[index + 2] = color.blue
                bytes[index + 3] = 255
            }
        }
    }
}
