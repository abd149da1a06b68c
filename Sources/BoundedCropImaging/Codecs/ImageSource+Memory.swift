/// The memory that decoding takes, known in advance.
extension ImageSource {
    /// An upper estimate of the peak number of bytes that `pixels(of:)` takes for these cuts, in addition to the file itself: the decoded
    /// region, and the larger of the codec's own memory and the crops, because the codec's memory is freed before the crops are made.
    package func decodingBytes(covering cuts: [PictureCut]) -> Int {
        let decoder = decoder(covering: cuts)
        let sizes = cuts.map { Self.bytes(of: $0.size) }
        // One crop at a time exists twice, until it is upright.
        let turned = header.orientation == .up ? 0 : sizes.max() ?? 0
        return Self.total(Double(decoder.regionBytes), max(Double(decoder.codecBytes), sizes.reduce(turned, +)))
    }

    /// The same for a copy of the whole picture, from `pixels(longSide:)` or `luma(longSide:)`.
    package func overviewBytes(longSide: Int) -> Int {
        let decoder = overviewDecoder(longSide: longSide)
        let seen = Self.bytes(of: size.fitted(longSide: longSide))
        return Self.total(Double(decoder.regionBytes), max(Double(decoder.codecBytes), seen * (header.orientation == .up ? 1 : 2)))
    }

    /// The number of bytes of such a copy's decode that stay allocated while crops may be cut from it.
    package func keptOverviewBytes(longSide: Int) -> Int { overviewDecoder(longSide: longSide).regionBytes }

    private static func bytes(of size: PixelSize) -> Double {
        Double(max(0, size.width)) * Double(max(0, size.height)) * 4
    }

    private static func total(_ first: Double, _ second: Double) -> Int {
        Int(first + second, within: 0...Int.max, rounded: .up)
    }
}
