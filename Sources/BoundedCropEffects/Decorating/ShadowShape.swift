internal import BoundedCrop

extension PixelBuffer {
    /// This picture's alpha, placed on a transparent background that contains it.
    ///
    /// Throws `CancellationError`.
    func alphaPlane(x: Int, y: Int, on ground: PixelSize) throws -> LumaPlane {
        try LumaPlane(size: ground) { output in
            try readRows { row, top in
                let place = output + (y + top) * ground.width + x
                for column in 0..<width { place[column] = row[column * 4 + 3] }
            }
        }
    }
}

extension LumaPlane {
    /// Writes a picture of one color with this plane as its alpha. Throws `CancellationError`.
    func color(_ color: Color, into output: UnsafeMutablePointer<UInt8>) throws {
        let channels = [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha]
        let pixels = (0...255).flatMap { level in channels.map { UInt8((Double(level) * $0).rounded()) } }
        try pixels.withUnsafeBufferPointer { pixels in
            try bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<height {
                    try Cancellation.checkCurrent()
                    for index in row * width..<(row + 1) * width {
                        let level = Int(bytes[index]) * 4
                        for channel in 0..<4 { output[index * 4 + channel] = pixels[level + channel] }
                    }
                }
            }
        }
    }
}
