internal import BoundedCrop

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
