internal import FoundationEssentials

/// ThumbHash, after its published algorithm by Evan Wallace (https://github.com/evanw/thumbhash).
enum ThumbHash {
    /// The bytes of a picture as padded base64.
    static func text(of copy: PreviewCopy) -> String {
        Data(bytes(of: copy)).base64EncodedString()
    }

    static func bytes(of copy: PreviewCopy) -> [UInt8] {
        let size = copy.pixels.size
        let colors = copy.colors(on: copy.average ?? (0, 0, 0))
        let pixels = colors.red.indices
        // The short side has fewer frequencies of brightness; transparency takes the room of some.
        let most = copy.hasAlpha ? 5.0 : 7.0
        func frequencies(_ side: Int) -> Int { Int(most * Double(side) / Double(size.longSide), within: 1...7) }
        let (across, down) = (frequencies(size.width), frequencies(size.height))

        let brightness = Channel(
            pixels.map { (colors.red[$0] + colors.green[$0] + colors.blue[$0]) / 3 },
            size,
            max(3, across),
            max(3, down)
        )
        let yellowness = Channel(pixels.map { (colors.red[$0] + colors.green[$0]) / 2 - colors.blue[$0] }, size, 3, 3)
        let redness = Channel(pixels.map { colors.red[$0] - colors.green[$0] }, size, 3, 3)
        let opacity = copy.hasAlpha ? Channel(copy.alpha, size, 5, 5) : nil

        let isLandscape = size.width > size.height
        let colorBits =
            level(brightness.mean, of: 63) | level(0.5 + yellowness.mean / 2, of: 63) << 6 | level(0.5 + redness.mean / 2, of: 63) << 12
            | level(brightness.scale, of: 31) << 18 | (copy.hasAlpha ? 1 : 0) << 23
        let shapeBits =
            (isLandscape ? down : across) | level(yellowness.scale, of: 63) << 3 | level(redness.scale, of: 63) << 9
            | (isLandscape ? 1 : 0) << 15
        var nibbles = nibbles(colorBits, count: 6) + nibbles(shapeBits, count: 4)
        if let opacity { nibbles += [level(opacity.mean, of: 15), level(opacity.scale, of: 15)] }
        for channel in [brightness, yellowness, redness, opacity].compactMap(\.self) {
            nibbles += channel.details.map { level($0, of: 15) }
        }
        return stride(from: 0, to: nibbles.count, by: 2).map { index in
            UInt8(nibbles[index] | (index + 1 < nibbles.count ? nibbles[index + 1] << 4 : 0))
        }
    }

    /// A share of 0...1 as a whole number of steps. Halves go up, even if a processor's rounding makes them a little less: what is gray, or
    /// has a frequency not at all, lies exactly between two steps.
    private static func level(_ share: Double, of steps: Int) -> Int {
        Int(share * Double(steps) + 0.5 + 1e-9, within: 0...steps, rounded: .down)
    }

    /// The lowest four bits first.
    private static func nibbles(_ bits: Int, count: Int) -> [Int] {
        (0..<count).map { bits >> ($0 * 4) & 15 }
    }

    /// The mean of a channel and its low frequencies, as shares of the strongest.
    private struct Channel {
        let mean: Double
        /// How strong the strongest frequency is.
        let scale: Double
        /// -`scale`...`scale` as 0...1, row by row, those below the diagonal; all 0 for a channel of one value.
        let details: [Double]

        init(_ values: [Double], _ size: PixelSize, _ columns: Int, _ rows: Int) {
            let transform = CosineTransform(values, size, columns: columns, rows: rows, phase: 0.5)
            var details: [Double] = []
            for row in 0..<rows {
                for column in 0..<columns where column * rows < columns * (rows - row) { details.append(transform[column, row]) }
            }
            mean = details.removeFirst()
            let strongest = details.map(abs).max() ?? 0
            // What rounding leaves of a channel of one value is no detail: it differs between processors.
            guard strongest > 1e-9 else {
                scale = 0
                self.details = details.map { _ in 0 }
                return
            }
            scale = strongest
            self.details = details.map { 0.5 + 0.5 / strongest * $0 }
        }
    }
}
