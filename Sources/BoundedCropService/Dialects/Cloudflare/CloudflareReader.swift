internal import BoundedCrop

/// Reads Cloudflare's options as a request: trim, crop and size, adjustments, ground, turns, border.
struct CloudflareReader {
    var options: CloudflareOptions
    var url = ImageURL(image: "")
    /// The filters, in order.
    var filters: [FilterCall] = []
    /// The factor for all lengths in pixels.
    var dpr = 1.0

    init(_ options: CloudflareOptions) {
        self.options = options
    }

    /// Throws `invalidURL` for an option with an impossible value.
    mutating func request() throws -> DialectRequest {
        dpr = try options.number("dpr", in: 0.1...3) ?? 1
        let degrees = try options.word("rotate", of: ["0", "90", "180", "270", "360"]) ?? "0"
        let background = try options.color("background")
        try readTrim()
        let ground = try readSize(exchanging: degrees == "90" || degrees == "270", background)
        if let background { filters.append(FilterCall("background_color", background)) }
        try readAdjustments()
        if ground { filters.append(FilterCall("extend", background ?? "ffffff")) }
        let flip = try options.word("flip", of: ["h", "v", "hv", "vh"]) ?? ""
        if flip.contains("h") { filters.append(FilterCall("flip", "horizontal")) }
        if flip.contains("v") { filters.append(FilterCall("flip", "vertical")) }
        if degrees != "0", degrees != "360" { filters.append(FilterCall("turn", degrees)) }
        try readBorder()
        try readFile()
        url.filters = filters
        var request = DialectRequest(url)
        request.ignored = options.ignored
        return request
    }

    /// `trim=TOP;RIGHT;BOTTOM;LEFT`, or `trim.left`, `trim.top`, `trim.width` and `trim.height`, in pixels.
    private mutating func readTrim() throws {
        let range = 0.0...65_535
        let (left, top) = (try options.number("trim.left", in: range), try options.number("trim.top", in: range))
        let (width, height) = (try options.number("trim.width", in: 1...65_535), try options.number("trim.height", in: 1...65_535))
        let isWritten = [left, top, width, height].contains { $0 != nil }
        let tolerance = try options.number("trim.border.tolerance", in: 0...442)
        let color = try options.color("trim.border.color")
        guard let text = options.text("trim") else {
            if isWritten { cut(left ?? 0, top ?? 0, width, height) }
            return
        }
        if text == "border" {
            let border = color.flatMap { ImageURL.Trim.color($0.prefix(6)) }
            url.trim = ImageURL.Trim(tolerance: Int(tolerance ?? Self.borderTolerance, within: 0...442), color: border)
            return
        }
        let sides = text.split(separator: ";", omittingEmptySubsequences: false).map { Decimals.number($0) ?? .infinity }
        guard sides.count == 4, sides.allSatisfy(range.contains), !isWritten else {
            throw CloudflareOptions.failure(
                "trim",
                text,
                "four numbers of pixels as in 20;30;20;0, or trim.left, trim.top, trim.width, trim.height"
            )
        }
        guard sides[1] > 0 || sides[2] > 0 else { return cut(sides[3], sides[0], nil, nil) }
        // Where the right and the bottom edges are depends on the picture's size, so the picture is turned over to cut them off.
        url.earlier = [turnedOver(sides[3], sides[0]), turnedOver(sides[1], sides[2])]
    }

    /// The picture without its first columns and rows, turned by half.
    private func turnedOver(_ left: Double, _ top: Double) -> ImageURL {
        var url = ImageURL(image: "")
        url.filters = [FilterCall("region", String(length(left)), String(length(top)), "100p", "100p"), FilterCall("turn", "180")]
        return url
    }

    /// The distance from the corner's color that still counts as border.
    static let borderTolerance = 10.0

    private mutating func cut(_ left: Double, _ top: Double, _ width: Double?, _ height: Double?) {
        let start = [left, top].map { String(length($0)) }
        let sides = [width, height].map { $0.map { String(max(length($0), 1)) } ?? "100p" }
        guard start != ["0", "0"] || sides != ["100p", "100p"] else { return }
        filters.append(FilterCall(name: "region", argumentText: (start + sides).joined(separator: ",")))
    }

    /// `border.color`, with `border.width` or `border.top` and so on: added after resizing.
    private mutating func readBorder() throws {
        let range = 0.0...12_000
        let color = try options.color("border.color") ?? "000000"
        let width = try options.number("border.width", in: range) ?? 0
        let sides = try ["top", "right", "bottom", "left"].map { length(try options.number("border.\($0)", in: range) ?? width) }
        guard sides.contains(where: { $0 > 0 }) else { return }
        filters.append(FilterCall(name: "border", argumentText: (sides.map(String.init) + [color]).joined(separator: ",")))
    }

    /// A length in pixels, multiplied by the device pixel ratio.
    func length(_ pixels: Double) -> Int { Int(pixels * dpr, within: 0...65_535) }
}
