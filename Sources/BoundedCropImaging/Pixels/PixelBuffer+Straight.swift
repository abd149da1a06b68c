extension PixelBuffer {
    /// The bytes with unpremultiplied colors.
    package var straightBytes: [UInt8] {
        var straight = bytes
        for index in straight.indices where index % 4 != 3 {
            let alpha = Int(bytes[index - index % 4 + 3])
            if alpha > 0, alpha < 255 { straight[index] = UInt8(min(255, (Int(bytes[index]) * 255 + alpha / 2) / alpha)) }
        }
        return straight
    }
}
