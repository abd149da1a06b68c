/// What a video in high dynamic range says of the display on which it was made, and of its brightest pixels.
struct Brightness {
    /// The places of green, blue, red and white among all colors, each from 0 to 1, then the most and the least light in candela per square
    /// meter; nil if the video does not say.
    private var display: [Double]?
    /// The light of the brightest pixel, and of the brightest frame on average, in candela per square meter.
    private var content: (pixel: Int, average: Int)?

    init(_ data: [ProbedFile.SideData]) {
        for data in data {
            if let pixel = data.brightestPixel, let average = data.brightestAverage { content = (pixel, average) }
            let all = [
                data.greenX, data.greenY, data.blueX, data.blueY, data.redX, data.redY, data.whiteX, data.whiteY, data.brightest,
                data.darkest,
            ]
            let numbers = all.compactMap { $0.flatMap(ProbedFile.ratio) }
            if numbers.count == all.count { display = numbers }
        }
    }

    var isKnown: Bool { display != nil || content != nil }

    /// An option of ffmpeg with the parameters of an encoder; none if there are none.
    ///
    /// - Parameters:
    ///   - display: What comes before the display's numbers.
    ///   - content: What comes before those of the pixels.
    ///   - areShares: Whether the encoder takes decimals, instead of whole numbers of their smallest units.
    func parameters(
        _ option: String,
        _ display: String,
        _ content: String,
        areShares: Bool = false,
        others: [String] = []
    ) -> [String] {
        var parameters = others
        if let numbers = self.display {
            let texts = numbers.enumerated().map { index, number in
                areShares ? "\(number)" : String(Int((number * (index < 8 ? 50_000 : 10_000)).rounded()))
            }
            let places = zip(["G", "B", "R", "WP", "L"], stride(from: 0, to: 10, by: 2)).map { "\($0)(\(texts[$1]),\(texts[$1 + 1]))" }
            parameters.append(display + places.joined())
        }
        if let light = self.content { parameters.append("\(content)\(light.pixel),\(light.average)") }
        return parameters.isEmpty ? [] : [option, parameters.joined(separator: ":")]
    }
}
