internal import BoundedCrop
internal import COpenCV

extension PixelBuffer {
    /// How opaque this picture is, on a transparent ground that holds it.
    func alphaPlane(x: Int, y: Int, on ground: PixelSize) -> LumaPlane {
        LumaPlane(size: ground) { output in
            bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<height {
                    let place = output + (y + row) * ground.width + x
                    let start = row * width
                    for column in 0..<width { place[column] = bytes[(start + column) * 4 + 3] }
                }
            }
        }
    }
}

extension LumaPlane {
    /// This plane blurred by a gaussian, black outside.
    func blurred(sigma: Double) throws -> LumaPlane {
        try LumaPlane(size: size) { output in
            try OpenCVCall.check { error in
                bc_gaussian_blur(bytes, Int32(width), Int32(height), 1, sigma, Int32(BC_BORDER_ZERO), output, error)
            }
        }
    }

    /// Writes a picture of one colour that is as opaque as this plane is bright.
    func color(_ color: Color, into output: UnsafeMutablePointer<UInt8>) {
        // A colour's components can be set to anything: its initialiser bounds them.
        let color = Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
        let channels = [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha]
        let pixels = (0...255).flatMap { level in channels.map { UInt8((Double(level) * $0).rounded()) } }
        pixels.withUnsafeBufferPointer { pixels in
            bytes.withUnsafeBufferPointer { bytes in
                for index in bytes.indices {
                    let level = Int(bytes[index]) * 4
                    for channel in 0..<4 { output[index * 4 + channel] = pixels[level + channel] }
                }
            }
        }
    }
}
