/// Converts colors to sRGB in a helper, because that involves parsing a profile.
struct IsolatedColorTransform: ColorConverting {
    let source: ImageSource
    let isolation: Isolation

    func apply(to pixels: inout PixelBuffer) throws {
        try pixels.bytes.withUnsafeMutableBufferPointer { bytes in try isolation.ask(source) { try $0.convert($1, bytes) } }
    }
}
