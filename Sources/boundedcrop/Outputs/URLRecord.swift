#if Service
internal import BoundedCropImaging
import BoundedCropRendering
import BoundedCropService

/// What a URL means, as a line of JSON.
struct URLRecord: Encodable {
    private enum Key: String, CodingKey {
        case input, grammar, signed, ignored, url, source, earlier, request, written
    }

    /// The URL as it was given.
    let input: String
    private let reading: URLReader.Reading
    /// What the URL asks for, in thumbor's grammar.
    private let url: ImageURL
    /// The URL in the other grammar; nil without one.
    private let written: String?

    init(input: String, _ reading: URLReader.Reading, written: String?) throws {
        (self.input, self.reading, self.written) = (input, reading, written)
        url = try reading.request.thumborURL()
    }

    func encode(to encoder: any Encoder) throws {
        let request = reading.request
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(input, forKey: .input)
        try container.encode(reading.grammar.rawValue, forKey: .grammar)
        try container.encode(request.isSigned, forKey: .signed)
        try container.encode(request.ignored, forKey: .ignored)
        try container.encode(url.description, forKey: .url)
        try container.encode(request.image, forKey: .source)
        try container.encode(url.earlier.map(URLStepRecord.init), forKey: .earlier)
        try container.encode(request.request, forKey: .request)
        try container.encodeIfPresent(written, forKey: .written)
        try URLStepRecord(url).encode(to: encoder)
    }
}

/// What becomes of a picture in one request of a chain. Parts that the URL does not have are left out.
struct URLStepRecord: Encodable {
    struct Trim: Encodable {
        let corner: String
        let color: String?
        let tolerance: Int
        let measure: String
    }

    struct Crop: Encodable {
        let left: Int
        let top: Int
        let right: Int
        let bottom: Int
    }

    /// The sides that are given: pixels, or `orig`.
    struct Size: Encodable {
        let width: JSONNode?
        let height: JSONNode?
    }

    struct Alignment: Encodable {
        let horizontal: String?
        let vertical: String?
    }

    struct Filter: Encodable {
        let name: String
        let arguments: [String]
    }

    let debug: Bool
    let meta: Bool
    let smart: Bool
    let trim: Trim?
    let crop: Crop?
    let fitIn: String?
    let size: Size?
    let flips: [String]
    let alignment: Alignment?
    let filters: [Filter]

    init(_ url: ImageURL) {
        (debug, meta, smart) = (url.isDebug, url.isMeta, url.isSmart)
        trim = url.trim.map {
            Trim(
                corner: $0.corner.rawValue,
                color: $0.color?.description,
                tolerance: $0.tolerance,
                measure: $0.measure.rawValue
            )
        }
        // Clients write all zeros for no crop.
        crop = url.manualCrop.flatMap { $0.left < $0.right ? Crop(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom) : nil }
        fitIn = url.fitIn?.text
        let sides = url.dimensions.map { Size(width: $0.width.value, height: $0.height.value) }
        size = sides.flatMap { $0.width == nil && $0.height == nil ? nil : $0 }
        flips = [
            url.dimensions?.flipsHorizontally == true ? "horizontal" : nil, url.dimensions?.flipsVertically == true ? "vertical" : nil,
        ].compactMap(\.self)
        let sideNames = (url.horizontalAlignment?.rawValue, url.verticalAlignment?.rawValue)
        alignment = sideNames == (nil, nil) ? nil : Alignment(horizontal: sideNames.0, vertical: sideNames.1)
        filters = url.filters.map { Filter(name: $0.name, arguments: $0.arguments) }
    }
}

/// What is wrong with a URL, as a line of JSON.
struct URLErrorRecord: Encodable {
    let input: String
    let error: ErrorRecord.Body
}

extension RenderRequest.Dimension {
    /// Nil for a side in proportion to the other.
    fileprivate var value: JSONNode? {
        switch self {
        case .pixels(let pixels): .integer(pixels)
        case .original: .text("orig")
        case .proportional: nil
        }
    }
}
#endif
