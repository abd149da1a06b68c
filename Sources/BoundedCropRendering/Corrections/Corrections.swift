package import BoundedCrop
internal import FoundationEssentials

/// What people corrected by hand: for a picture, and for all of its shapes or for one, options of crops in the words of their table.
///
/// The file has an object on each line, or is a list of objects:
///
///     {"file": "people/ann.jpg", "focal": "820,410"}
///     {"file": "team.jpg", "aspect": "16:9", "crop": {"x": 0, "y": 120, "width": 1600, "height": 900}}
///     {"sha256": "2cf2…", "skip": true}
///     {"file": "old/portrait.jpg", "good": true}
///
/// Of two objects for one picture and shape, the later one counts.
package struct Corrections: Sendable {
    /// One object of the file.
    package struct Correction: Sendable {
        /// The picture, as the file names it.
        package let picture: Picture
        /// The only shape that is corrected; nil for all.
        package let aspect: AspectRatio?
        /// The names of what is corrected, as in JSON and in the order of the table.
        package let words: [String]
        let settings: [CropOption.Setting]
        /// The object as JSON: different for another correction.
        package let text: String
        /// Whether another place is cropped.
        let places: Bool
        /// Whether exactly that place is cropped.
        fileprivate let isExact: Bool
    }

    /// How a correction names its picture.
    package enum Picture: Hashable, Sendable, CustomStringConvertible {
        /// A path, relative to the folder of the corrections, or a URL.
        case file(String)
        /// The SHA-256 hash of the file's bytes, in hexadecimal digits, for pictures that are moved or renamed.
        case content(String)

        var isContent: Bool { if case .content = self { true } else { false } }

        package var description: String {
            switch self {
            case .file(let file): file
            case .content(let hash): "sha256 \(hash)"
            }
        }
    }

    /// Those of each picture: one for all shapes, and one for each shape that has its own.
    private var corrections: [Picture: [AspectRatio?: Correction]] = [:]

    /// The options that a correction may have.
    private static let options: [CropOption] = [.rectangle, .region, .focal, .scheme, .padding, .zoom, .placement]

    /// Reads a file.
    ///
    /// - Throws: `invalidArgument`, which names the line, or the object of a list.
    package init(_ text: String) throws {
        for written in try Self.written(text) {
            corrections[written.correction.picture, default: [:]][written.correction.aspect] = written.correction
        }
        namesContents = corrections.keys.contains(where: \.isContent)
    }

    /// Reads the bytes of a file. Throws as for its text, and for bytes that are none.
    package init(bytes: [UInt8]) throws { try self.init(Self.text(of: bytes)) }

    static func text(of bytes: [UInt8]) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BoundedCropError(.invalidArgument, "the file is not UTF-8 text")
        }
        return text
    }

    /// A correction, and how the file has it.
    struct Written: Sendable {
        let correction: Correction
        let members: [String: JSONNode]
        /// Its line; nil in a list.
        let line: String?
    }

    static func isList(_ text: String) -> Bool { text.drop { $0.isWhitespace }.hasPrefix("[") }

    /// The corrections of a file, in its order. Throws as `init` does.
    static func written(_ text: String) throws -> [Written] {
        try (isList(text) ? list(text) : lines(text)).map { place, line, object in
            do {
                let members = try object()
                return Written(correction: try correction(members), members: members, line: line)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(place): \(error.message)", underlying: error.underlying)
            }
        }
    }

    /// The pictures that have corrections.
    package var pictures: some Collection<Picture> { corrections.keys }

    /// Whether some pictures are named by their content.
    package let namesContents: Bool

    /// Those of a picture in one shape, in the order in which they are applied: those for all shapes first.
    package func corrections(of pictures: [Picture], aspect: AspectRatio) -> [Correction] {
        let found = pictures.compactMap { corrections[$0] }
        return found.compactMap { $0[nil] } + found.compactMap { $0[aspect] }
    }

    /// Those of a picture in all shapes that change anything, in one order for equal ones.
    func corrections(of pictures: [Picture]) -> [Correction] {
        pictures.compactMap { corrections[$0] }.flatMap { $0.values.sorted { $0.text < $1.text } }.filter { !$0.words.isEmpty }
    }

    private typealias Object = () throws -> [String: JSONNode]

    private static func list(_ text: String) throws -> [(place: String, line: String?, object: Object)] {
        do {
            let nodes = try JSONDecoder().decode([JSONNode].self, from: Data(text.utf8))
            return nodes.enumerated().map { index, node in
                let object: Object = {
                    guard case .object(let members) = node else {
                        throw BoundedCropError(.invalidArgument, "a correction is an object, not \(node.kind)")
                    }
                    return members
                }
                return ("correction \(index + 1)", nil, object)
            }
        } catch {
            throw BoundedCropError(.invalidArgument, "the list of corrections is not JSON", underlying: error)
        }
    }

    private static func lines(_ text: String) -> [(place: String, line: String?, object: Object)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard !line.allSatisfy(\.isWhitespace) else { return nil }
            let object: Object = {
                do {
                    return try JSONDecoder().decode([String: JSONNode].self, from: Data(line.utf8))
                } catch {
                    throw BoundedCropError(.invalidArgument, "this is not a JSON object: “\(line.prefix(60))”", underlying: error)
                }
            }
            return ("line \(index + 1)", String(line), object)
        }
    }

    private static func correction(_ members: [String: JSONNode]) throws -> Correction {
        let text = try JSONText.text(JSONNode.object(members))
        var fields = RequestFields(members)
        let picture: Picture
        switch (try fields.text("file"), try fields.text("sha256")) {
        case (let file?, nil) where !file.isEmpty: picture = .file(file)
        case (nil, let hash?) where hash.utf8.count == 64 && hash.allSatisfy(\.isHexDigit): picture = .content(hash.lowercased())
        case (nil, let hash?): throw BoundedCropError(.invalidArgument, "“sha256” is 64 hexadecimal digits, not “\(hash.prefix(80))”")
        default: throw BoundedCropError(.invalidArgument, "a correction has a “file” or a “sha256”, and only one of them")
        }
        let aspect = try fields.text("aspect").map { try CropOption.parsed(AspectRatio($0), $0, "an aspect such as 16:9") }
        let whole = try [skip, good].filter { try fields.flag($0) }
        var settings = CropSettings()
        var list: [CropOption.Setting] = []
        var words = whole
        for option in options {
            guard let value = fields.take(option.jsonName) else { continue }
            do {
                for text in try Self.texts(value, repeats: option.repeats) {
                    let setting = try option.setting(text)
                    settings.apply(setting)
                    list.append(setting)
                }
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "“\(option.jsonName)”: \(error.message)", underlying: error.underlying)
            }
            words.append(option.jsonName)
        }
        try fields.checkEnd()
        try settings.check { "“\(CropOption.named($0)?.jsonName ?? $0)”" }
        if words.isEmpty { throw BoundedCropError(.invalidArgument, "the correction of \(picture) says nothing") }
        if let first = whole.first, words.count > 1 {
            throw BoundedCropError(.invalidArgument, "“\(first)” and “\(words[1])” cannot be used together")
        }
        let isExact = words.contains(CropOption.rectangle.jsonName)
        let places = words.contains(where: placeWords.contains)
        return Correction(
            picture: picture,
            aspect: aspect,
            words: words.filter { $0 != good },
            settings: list,
            text: text,
            places: places,
            isExact: isExact
        )
    }

    /// A value as the option reads it. Places may be lists of numbers, or objects as in the JSON of a crop.
    ///
    /// - Parameter repeats: Whether there may be a list of values.
    private static func texts(_ value: JSONNode, repeats: Bool) throws -> [String] {
        switch value {
        case .text(let text): return [text]
        case .flag(let isOn): return [isOn ? "true" : "false"]
        case .integer, .number: return [try number(value)]
        case .list(let list):
            if list.contains(where: { if case .integer = $0 { true } else if case .number = $0 { true } else { false } }) {
                return [try list.map(number).joined(separator: ",")]
            }
            guard repeats, !list.isEmpty else { throw BoundedCropError(.invalidArgument, "this is a value, or a list of numbers") }
            return try list.flatMap { try texts($0, repeats: false) }
        case .object(let members):
            let names = members.count == 2 ? ["x", "y"] : ["x", "y", "width", "height"]
            guard Set(members.keys) == Set(names) else {
                throw BoundedCropError(.invalidArgument, "a place has x and y, or x, y, width and height")
            }
            return [try names.compactMap { members[$0] }.map(number).joined(separator: ",")]
        case .null: throw BoundedCropError(.invalidArgument, "null is no value: leave it out")
        }
    }

    private static func number(_ value: JSONNode) throws -> String {
        switch value {
        case .integer(let number): return String(number)
        case .number(let number): return Decimals.text(number)
        default: throw BoundedCropError(.invalidArgument, "this is \(value.kind), not a number")
        }
    }
}

extension Corrections {
    /// The word for pictures that are left out.
    package static let skip = "skip"
    /// The word for pictures that somebody has looked at and found right, so that nothing is corrected.
    package static let good = "good"

    /// Changes a request for crops.
    ///
    /// - Returns: The words of what was corrected; with `skip` among them, the picture is left out.
    package static func apply(_ corrections: [Correction], to request: inout RenderRequest) -> [String] {
        var words = corrections.reduce(into: [String]()) { words, correction in
            correction.apply(to: &request)
            if correction.places { words.removeAll(where: placeWords.contains) }
            words += correction.words.filter { !words.contains($0) }
        }
        // A point has no size that could fill a share of the crop, whoever asks for that.
        let crop = request.last.crop
        if corrections.contains(where: \.places), crop.focalRegions.isEmpty, crop.rectangle == nil,
            crop.places.allSatisfy({ $0.kind == .focalPoint })
        {
            (request.last.crop.zoom, request.last.crop.tightness) = (nil, nil)
            words.removeAll { $0 == CropOption.zoom.jsonName }
        }
        return words
    }

    private static let placeWords = Set([CropOption.rectangle, .region, .focal].map(\.jsonName))
}

extension Corrections.Correction {
    /// What was asked for around faces gives way to a place that was corrected.
    fileprivate func apply(to request: inout RenderRequest) {
        if places {
            (request.last.crop.places, request.last.crop.focalRegions, request.last.crop.rectangle) = ([], [], nil)
            (request.last.crop.detects, request.last.crop.usesEmbeddedRegions) = (true, false)
            // A redaction still needs what it was to hide.
            if !request.redacts { request.last.crop.requiresFeature = false }
            (request.last.crop.alignment, request.last.crop.rotatesToFaces, request.last.crop.eachFace) = (nil, false, nil)
            (request.last.crop.rank, request.last.crop.padding) = (nil, nil)
        }
        if isExact {
            let standard = RenderRequest.Crop()
            (request.last.crop.zoom, request.last.crop.tightness, request.last.crop.placement) = (nil, nil, standard.placement)
        }
        for setting in settings { setting.apply(to: &request.last) }
    }
}
