/// What decoding takes, known before it begins.
extension ImageSource {
    /// An upper estimate of the bytes that `pixels(of:)` takes for these cuts at its peak, beside the file itself: the region as decoded,
    /// and either the codec's own memory or the crops, as the one is given back before the others are made.
    package func decodingBytes(covering cuts: [PictureCut]) -> Int {
        let decoder = decoder(covering: cuts)
        let sizes = cuts.map { Self.bytes(of: $0.size) }
        // One crop at a time is there twice, until it is upright.
        let turned = header.orientation == .up ? 0 : sizes.max() ?? 0
        return Self.total(Double(decoder.regionBytes), max(Double(decoder.codecBytes), sizes.reduce(turned, +)))
    }

    /// The same for a look at the whole picture, by `pixels(longSide:)` or `luma(longSide:)`.
    package func overviewBytes(longSide: Int) -> Int {
        let decoder = overviewDecoder(longSide: longSide)
        let seen = Self.bytes(of: size.fitted(longSide: longSide))
        return Self.total(Double(decoder.regionBytes), max(Double(decoder.codecBytes), seen * (header.orientation == .up ? 1 : 2)))
    }

    /// The bytes that stay of such a look, as long as there are crops to be cut from it.
    package func keptOverviewBytes(longSide: Int) -> Int { overviewDecoder(longSide: longSide).regionBytes }

    private static func bytes(of size: PixelSize) -> Double {
        Double(max(0, size.width)) * Double(max(0, size.height)) * 4
    }

    private static func total(_ first: Double, _ second: Double) -> Int {
        Int(first + second, within: 0...Int.max, rounded: .up)
    }
}
