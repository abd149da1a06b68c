package import BoundedCrop

/// The filters that other grammars than thumbor's need for the size and the position of the crop.
package struct GeometryFilters: Hashable, Sendable {
    /// A rectangle with lengths of either kind.
    package struct Region: Hashable, Sendable {
        let x: FilterLength
        let y: FilterLength
        let width: FilterLength
        let height: FilterLength
    }

    /// A length along each side.
    package struct Lengths: Hashable, Sendable {
        let x: FilterLength
        let y: FilterLength
    }

    /// The part of the picture that is cut out first (`region`).
    package var region: Region?
    /// The aspect of the crop where the dimensions leave it open (`aspect`).
    package var aspect: AspectRatio?
    /// What the size of the output is multiplied by (`scale`).
    package var scale = 1.0
    /// Whether pictures of another orientation than the box are fitted into it instead of cropped (`auto_fit`).
    package var fitsOtherOrientations = false
    /// The least sides of the output (`at_least`).
    package var least = PixelSize(width: 0, height: 0)
    /// The most pixels of the output, which is shrunk in proportion if it has more (`max_pixels`).
    package var maximumPixels = Int.max
    /// The point to center the crop on instead of its alignment (`focal_point`).
    package var focalPoint: Lengths?
    /// How far the crop is moved from its place (`offset`).
    package var offset: Lengths?
    /// The size of the crop, instead of the largest of its aspect (`window`).
    package var window: Lengths?
    /// What the largest crop is divided by (`magnify`).
    package var magnification = 1.0
    /// Where the crop's size lies between the largest one and the one that the faces fill (`tightness`).
    package var tightness: Double?
    /// The only face that counts, by its place in the order of sizes (`face`).
    package var rank: Int?

    /// Creates the defaults, without any filter.
    package init() {}

    /// The reader of each filter, by name.
    static let readers: [String: @Sendable (inout GeometryFilters, FilterCall) throws -> Void] = [
        "region": { $0.region = try region($1) },
        "aspect": { $0.aspect = try aspect($1) },
        "scale": { $0.scale = try FilterArguments($1, count: 1...1).number(0, in: 0.001...100) },
        "auto_fit": { $0.fitsOtherOrientations = try FilterArguments($1, count: 0...0).texts.isEmpty },
        "at_least": { $0.least = try least($1) },
        "max_pixels": { $0.maximumPixels = try FilterArguments($1, count: 1...1).integer(0, in: 1...1_000_000_000) },
        "focal_point": { $0.focalPoint = try lengths($1) },
        "offset": { $0.offset = try lengths($1) },
        "window": { filters, call in
            let arguments = try FilterArguments(call, count: 2...2)
            filters.window = Lengths(x: try arguments.size(0), y: try arguments.size(1))
        },
        "magnify": { $0.magnification = max(1, try FilterArguments($1, count: 1...1).number(0, in: 0.01...100)) },
        "tightness": { $0.tightness = try FilterArguments($1, count: 1...1).number(0, in: 0...1) },
        "face": { $0.rank = try FilterArguments($1, count: 1...1).integer(0, in: 1...1000) },
    ]

    /// Applies a filter; false if it is not one of these.
    mutating func take(_ call: FilterCall) throws -> Bool {
        guard let reader = Self.readers[call.name] else { return false }
        try reader(&self, call)
        return true
    }

    /// How large a crop can be in a picture of this size.
    func room(in size: PixelSize) -> CropRequest.Room {
        let room: CropRequest.Room = magnification > 1 ? .magnified(magnification) : .whole
        guard let window else { return room }
        func side(_ length: FilterLength, _ side: Int) -> Int {
            let pixels = length.pixels(along: side)
            return pixels == 0 ? side : Int(pixels, within: 1...max(1, side))
        }
        let whole = PixelSize(width: side(window.x, size.width), height: side(window.y, size.height))
        return .pixels(magnification > 1 ? room.size(in: whole) : whole)
    }

    private static func region(_ call: FilterCall) throws -> Region {
        let arguments = try FilterArguments(call, count: 4...4)
        return Region(
            x: try arguments.length(0),
            y: try arguments.length(1),
            width: try arguments.size(2),
            height: try arguments.size(3)
        )
    }

    private static func lengths(_ call: FilterCall) throws -> Lengths {
        let arguments = try FilterArguments(call, count: 2...2)
        return Lengths(x: try arguments.length(0), y: try arguments.length(1))
    }

    private static func aspect(_ call: FilterCall) throws -> AspectRatio {
        guard let aspect = AspectRatio(call.argumentText) else {
            throw FilterArguments.failure(call, "needs two numbers such as 16:9")
        }
        return aspect
    }

    private static func least(_ call: FilterCall) throws -> PixelSize {
        let arguments = try FilterArguments(call, count: 2...2)
        return PixelSize(width: try arguments.integer(0, in: 0...65_535), height: try arguments.integer(1, in: 0...65_535))
    }
}

extension GeometryFilters.Region {
    /// A rectangle by its edges as shares of the sides, as imagor has it: `0.1x0.2:0.9x0.8`; nil for anything else.
    init?(shares text: some StringProtocol) {
        let corners = text.split(separator: ":", omittingEmptySubsequences: false)
        let texts = corners.flatMap { $0.split(separator: "x", omittingEmptySubsequences: false) }
        let edges = texts.compactMap { ParameterText.number($0) }
        guard corners.count == 2, edges.count == 4, texts.count == 4, text.contains("."), edges.allSatisfy((0...1).contains),
            edges[0] < edges[2], edges[1] < edges[3]
        else { return nil }
        self.init(x: .share(edges[0]), y: .share(edges[1]), width: .share(edges[2] - edges[0]), height: .share(edges[3] - edges[1]))
    }

    /// The rectangle in a picture of this size.
    func rect(in size: PixelSize) -> Rect {
        Rect(
            x: x.pixels(along: size.width),
            y: y.pixels(along: size.height),
            width: width.pixels(along: size.width),
            height: height.pixels(along: size.height)
        )
    }

    /// The part inside a region whose corner is the origin of the coordinates. Throws `invalidURL` if that is empty.
    func rectangle(inside region: PixelRect) throws -> PixelRect {
        func edges(_ start: FilterLength, _ length: FilterLength, _ side: Int) -> (Int, Int) {
            let start = start.pixels(along: side)
            return (Int(start, within: 0...side), Int(start + length.pixels(along: side), within: 0...side))
        }
        let (left, right) = edges(x, width, region.width)
        let (top, bottom) = edges(y, height, region.height)
        guard left < right, top < bottom else {
            throw BoundedCropError(.invalidURL, "the region is empty, or lies outside the picture of \(region.size)")
        }
        return PixelRect(x: region.x + left, y: region.y + top, width: right - left, height: bottom - top)
    }
}
