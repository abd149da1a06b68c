/// Colours that a helper turns into sRGB, since it takes reading a profile.
struct IsolatedColorTransform: ColorConverting {
    let source: ImageSource
    let isolation: Isolation

    func apply(to pixels: inout PixelBuffer) throws {
        try pixels.bytes.withUnsafeMutableBufferPointer { bytes in try isolation.ask(source) { try $0.convert($1, bytes) } }
    }
}
