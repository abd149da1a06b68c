extension Color {
    /// The color as a pixel of four premultiplied bytes.
    package var pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        let depth = alpha * 255
        func level(_ component: Double) -> UInt8 { UInt8((component * depth).rounded()) }
        return (level(red), level(green), level(blue), level(1))
    }
}
