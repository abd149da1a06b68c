internal import BoundedCrop
internal import HTTPTypes

/// A size in `info.json`.
private struct IIIFSizeRecord: Encodable {
    let width: Int
    let height: Int

    init(_ size: PixelSize) { (width, height) = (size.width, size.height) }
}

/// The tiles in `info.json`.
private struct IIIFTileRecord: Encodable {
    let width: Int
    let scaleFactors: [Int]
}

/// What is offered beyond level 2.
private enum IIIFExtras {
    static let features = ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary"]
    static let formats = IIIFFile.writableWords.filter { !["jpg", "png"].contains($0) }
}

/// `info.json` of version 3.
struct IIIFInformation3: Encodable {
    private enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, `protocol`, profile, width, height, maxArea, sizes, tiles, extraQualities, extraFormats, extraFeatures
    }

    private let context = IIIFVersion.three.context
    private let id: String
    private let type = "ImageService3"
    private let `protocol` = "http://iiif.io/api/image"
    private let profile = "level2"
    private let width: Int
    private let height: Int
    private let maxArea: Int?
    private let sizes: [IIIFSizeRecord]
    private let tiles: [IIIFTileRecord]
    private let extraQualities = ["color", "gray", "bitonal"]
    private let extraFormats = IIIFExtras.formats
    private let extraFeatures = IIIFExtras.features + ["sizeUpscaling"]

    /// - Parameter id: The URL of the picture as such.
    init(_ id: String, _ pyramid: IIIFPyramid) {
        self.id = id
        (width, height, maxArea) = (pyramid.size.width, pyramid.size.height, pyramid.maximumPixels)
        sizes = pyramid.sizes.map { IIIFSizeRecord($0) }
        tiles = [IIIFTileRecord(width: pyramid.tile, scaleFactors: pyramid.scaleFactors)]
    }
}

/// `info.json` of version 2.
struct IIIFInformation2: Encodable {
    private struct Profile: Encodable {
        let formats = IIIFExtras.formats
        let maxArea: Int?
        let supports = IIIFExtras.features + ["regionSquare", "sizeAboveFull"]
    }

    private enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id = "@id"
        case type = "@type"
        case `protocol`, profile, width, height, sizes, tiles
    }

    private let id: String
    private let pyramid: IIIFPyramid

    /// - Parameter id: The URL of the picture as such.
    init(_ id: String, _ pyramid: IIIFPyramid) { (self.id, self.pyramid) = (id, pyramid) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(IIIFVersion.two.context, forKey: .context)
        try container.encode(id, forKey: .id)
        try container.encode("iiif:Image", forKey: .type)
        try container.encode("http://iiif.io/api/image", forKey: .protocol)
        try container.encode(pyramid.size.width, forKey: .width)
        try container.encode(pyramid.size.height, forKey: .height)
        try container.encode(pyramid.sizes.map { IIIFSizeRecord($0) }, forKey: .sizes)
        try container.encode([IIIFTileRecord(width: pyramid.tile, scaleFactors: pyramid.scaleFactors)], forKey: .tiles)
        var profile = container.nestedUnkeyedContainer(forKey: .profile)
        try profile.encode(IIIFVersion.two.profile)
        try profile.encode(Profile(maxArea: pyramid.maximumPixels))
    }
}

/// The sizes in which a picture is offered to viewers: each half as wide as the one before, until one tile holds it.
struct IIIFPyramid: Sendable {
    /// The sides of a tile: 512, or less if the limit does not allow that.
    let tile: Int
    /// The picture's own size.
    let size: PixelSize
    /// 1, 2, 4 and so on.
    let scaleFactors: [Int]
    /// The sizes within the limit, the smallest one first.
    let sizes: [PixelSize]
    /// The service's limit, if the picture exceeds it.
    let maximumPixels: Int?

    init(_ size: PixelSize, maximumPixels: Int) {
        var tile = 512
        while tile > 1, tile * tile > maximumPixels { tile /= 2 }
        var factors = [1]
        while let last = factors.last, size.longSide > last * tile { factors.append(2 * last) }
        self.tile = tile
        self.size = size
        scaleFactors = factors
        sizes = factors.reversed().map { size.scaled(toWidth: (size.width - 1) / $0 + 1) }.filter { $0.area <= maximumPixels }
        self.maximumPixels = size.area > maximumPixels ? maximumPixels : nil
    }
}

/// Which of its two media types `info.json` has.
enum IIIFMediaType {
    /// Whether `info.json` is `application/ld+json` instead of `application/json`.
    ///
    /// Version 2 is JSON unless the client names the other type. Version 3 is linked data unless the client prefers JSON, or accepts neither.
    static func isLinkedData(_ accept: String?, _ version: IIIFVersion) -> Bool {
        let ranges = (accept ?? "").readPart.split(separator: ",").map(Self.range)
        guard !ranges.isEmpty else { return version == .three }
        func quality(_ types: [String]) -> Double? {
            types.lazy.compactMap { type in ranges.filter { $0.type == type }.map(\.quality).max() }.first
        }
        let wildcards = version == .three ? ["application/*", "*/*"] : []
        let linked = quality(["application/ld+json"] + wildcards) ?? 0
        return linked > 0 && linked >= quality(["application/json"] + wildcards) ?? 0
    }

    private static func range(_ text: Substring) -> (type: String, quality: Double) {
        let pieces = text.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
        let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        return (pieces.first ?? "", quality.isFinite ? min(max(quality, 0), 1) : 0)
    }
}

/// Makes `info.json` of a picture's size.
struct IIIFInformationPresenter: AnswerPresenter {
    private let base: String
    private let version: IIIFVersion
    private let maximumPixels: Int
    private let isLinkedData: Bool

    /// - Parameter accept: The client's `Accept`.
    init(_ base: String, _ version: IIIFVersion, maximumPixels: Int, accept: String?) {
        (self.base, self.version, self.maximumPixels) = (base, version, maximumPixels)
        isLinkedData = IIIFMediaType.isLinkedData(accept, version)
    }

    var variant: String { " \(version.rawValue) \(isLinkedData) \(base)" }

    var headers: HTTPFields {
        var headers: HTTPFields = [.vary: "Accept"]
        if !isLinkedData {
            headers[.link] = "<\(version.context)>;rel=\"http://www.w3.org/ns/json-ld#context\";type=\"application/ld+json\""
        }
        return headers
    }

    func present(_ answer: inout Answer, of geometry: PictureGeometry?) throws {
        guard let size = geometry?.source else { throw BoundedCropError(.internalError, "the size of the picture is not known") }
        let pyramid = IIIFPyramid(size, maximumPixels: maximumPixels)
        let bytes = try version == .three ? JSONText.data(IIIFInformation3(base, pyramid)) : JSONText.data(IIIFInformation2(base, pyramid))
        let linked = version == .three ? "application/ld+json;profile=\"\(version.context)\"" : "application/ld+json"
        answer = Answer(type: isLinkedData ? linked : "application/json", bytes: Array(bytes))
    }
}

/// Adds the links of an IIIF picture: its canonical URL, and the level of the API.
struct IIIFImagePresenter: AnswerPresenter {
    /// The URL of the picture as such.
    let base: String
    let image: IIIFImage

    var variant: String { "" }
    var headers: HTTPFields { HTTPFields() }

    func present(_ answer: inout Answer, of geometry: PictureGeometry?) {
        let profile = "<\(image.version.profile)>;rel=\"profile\""
        let canonical = geometry.map { "<\(base)/\(image.canonicalParameters($0))>;rel=\"canonical\", " }
        answer.headers[.link] = (canonical ?? "") + profile
    }
}
