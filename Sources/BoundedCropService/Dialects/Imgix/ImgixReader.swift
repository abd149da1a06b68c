internal import BoundedCrop

/// Reads imgix's parameters as a request, part by part.
///
/// imgix does not document the order in which it applies them. Here it is: trim, rectangle, crop and size, adjustments, styles, ground,
/// turns, mask, border, padding, watermark.
struct ImgixReader {
    var parameters: ImgixParameters
    var url = ImageURL(image: "")
    /// The filters for the crop, in order.
    var crop: [FilterCall] = []
    /// The filters for the pixels, in order.
    var pixels: [FilterCall] = []
    /// The filters for the file, in order.
    var file: [FilterCall] = []
    /// The factor for all lengths in pixels.
    var dpr = 1.0
    /// How the picture is turned before everything else.
    var orientation = ImgixOrientation.upright
    /// The sides of the output that are known in pixels.
    var output: (width: Int?, height: Int?) = (nil, nil)
    /// The filter for the ground that is left free in the box; nil for none.
    var ground: FilterCall?

    init(_ parameters: ImgixParameters) {
        self.parameters = parameters
    }

    /// Throws `invalidURL` for a parameter with an impossible value.
    mutating func request(image: String) throws -> DialectRequest {
        // The name and version of the client, and an identifier that photo libraries add.
        for name in ["ixlib", "ixid"] { _ = parameters.take(name) }
        dpr = try parameters.number("dpr", in: 0.01...5) ?? 1
        try readOrientation()
        try readTrim()
        try readRectangle()
        var margins = try ImgixMargins(&parameters)
        try readSize(&margins)
        if let color = margins.background { pixels.append(FilterCall("background_color", color)) }
        try readAdjustments()
        try readStyles()
        if let ground { pixels.append(ground) }
        try readTurns()
        try readMask()
        margins.add(to: &pixels, scale: dpr)
        try readWatermark()
        try readFile()
        url.filters = crop + pixels + file
        var request = DialectRequest(url)
        request.ignored = parameters.ignored
        return request
    }

    /// A length in pixels, multiplied by the device pixel ratio.
    func length(_ pixels: Double) -> Int { Int(pixels * dpr, within: -65_535...65_535) }
}
