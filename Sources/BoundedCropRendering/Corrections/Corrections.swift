package import BoundedCrop
internal import FoundationEssentials

/// What people corrected by hand: for a picture, or a shot of a video, and for all of its shapes or for one, options of crops in the words of
/// their table.
///
/// The file has an object on each line, or is a list of objects:
///
///     {"file": "people/ann.jpg", "focal": "820,410"}
///     {"file": "team.jpg", "aspect": "16:9", "crop": {"x": 0, "y": 120, "width": 1600, "height": 900}}
///     {"file": "talk.mp4", "at": 12.4, "focal": "820,410"}
///     {"sha256": "2cf2…", "skip": true}
///     {"file": "old/portrait.jpg", "good": true}
///
/// Of two objects for one picture, shape and time, the later one counts. What is not replaced stays as it is written.
package struct Corrections: Sendable {
    /// One object of the file.
    package struct Correction: Sendable {
        /// The picture, as the file names it.
        package let picture: Picture
        /// The only shape that is corrected; nil for all.
        package let aspect: AspectRatio?
        /// The time in a video whose shot is corrected, in seconds; nil for a picture.
        package let time: Double?
        /// The names of what is corrected, as in JSON and in the order of the table.
        package let words: [String]
        let settings: [CropOption.Setting]
        /// The object as JSON: different for another correction.
        package let text: String
        /// Whether another place is cropped.
        let places: Bool
        /// Whether exactly that place is cropped.
        fileprivate let isExact: Bool
        fileprivate let members: [String: JSONNode]
        /// The object as the file has it; nil in a list.
        fileprivate let line: String?

        /// What it says by itself.
        package var crop: RenderRequest.Crop {
            var stage = RenderRequest.Stage()
            for setting in settings { setting.apply(to: &stage) }
            return stage.crop
        }
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

    /// A correction of one picture: its shape, if it is for one alone, and what it says.
    package struct Entry: Codable, Hashable, Sendable {
        /// Such as `16:9`; nil for all shapes.
        package let aspect: String?
        /// The members besides those that name the picture and the shape.
        package let words: [String: JSONNode]

        package init(aspect: String?, words: [String: JSONNode]) { (self.aspect, self.words) = (aspect, words) }

        package var isGood: Bool { words == [good: true] }
        package var skips: Bool { words == [skip: true] }
    }

    private let isList: Bool
    private var all: [Correction] {
        didSet { index() }
    }
    /// Those of each picture that count, in the order of the file.
    private var counting: [Picture: [Correction]] = [:]
    /// Whether some pictures are named by their content.
    package private(set) var namesContents = false

    /// The options that a correction may have.
    private static let options: [CropOption] = [.rectangle, .region, .focal, .scheme, .padding, .zoom, .placement]

    /// Reads a file.
    ///
    /// - Throws: `invalidArgument`, which names the line, or the object of a list.
    package init(_ text: String = "") throws {
        isList = text.drop { $0.isWhitespace }.hasPrefix("[")
        all = try Self.corrections(in: text, isList: isList)
        index()
    }

    /// Reads the bytes of a file. Throws as for its text, and for bytes that are none.
    package init(bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BoundedCropError(.invalidArgument, "the file is not UTF-8 text")
        }
        try self.init(text)
    }

    private static func corrections(in text: String, isList: Bool) throws -> [Correction] {
        try (isList ? list(text) : lines(text)).map { place, line, object in
            do {
                return try correction(object(), line)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(place): \(error.message)", underlying: error.underlying)
            }
        }
    }

    private mutating func index() {
        counting = [:]
        for correction in all {
            counting[correction.picture, default: []].removeAll { $0.aspect == correction.aspect && $0.time == correction.time }
            counting[correction.picture, default: []].append(correction)
        }
        namesContents = counting.keys.contains(where: \.isContent)
    }

    /// The pictures that have corrections.
    package var pictures: some Collection<Picture> { counting.keys }

    /// Those of a picture, or of shots of a video, in one shape, in the order in which they are applied: those for all shapes first.
    package func corrections(of pictures: [Picture], aspect: AspectRatio) -> [Correction] {
        let found = corrections(of: pictures)
        return found.filter { $0.aspect == nil } + found.filter { $0.aspect == aspect }
    }

    /// Those of a picture in all shapes, as the file has them.
    package func corrections(of pictures: [Picture]) -> [Correction] { pictures.flatMap { counting[$0] ?? [] } }

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

    private static func correction(_ members: [String: JSONNode], _ line: String?) throws -> Correction {
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
        let time = try fields.take("at").map { try Decimals.number(number($0, "at")) }
        if let time, !(time ?? -1 >= 0) { throw BoundedCropError(.invalidArgument, "“at” is a time in seconds, 0 or later") }
        let whole = try [skip, good].filter { try fields.flag($0) }
        var settings = CropSettings()
        var list: [CropOption.Setting] = []
        var words = whole
        for option in options {
            guard let value = fields.take(option.jsonName) else { continue }
            for (path, text) in try texts(value, option.jsonName, repeats: option.repeats) {
                do {
                    let setting = try option.setting(text)
                    settings.apply(setting)
                    list.append(setting)
                } catch let error as BoundedCropError {
                    throw BoundedCropError(error.code, "“\(path)”: \(error.message)", underlying: error.underlying)
                }
            }
            words.append(option.jsonName)
        }
        try fields.checkEnd()
        try settings.check { "“\(CropOption.named($0)?.jsonName ?? $0)”" }
        let places = words.contains(where: placeWords.contains)
        if time != nil, picture.isContent || !places || words.count + list.count > 2 {
            throw BoundedCropError(.invalidArgument, "with “at”, a “file” has one of “crop”, “region” and “focal”, and nothing else")
        }
        if words.isEmpty { throw BoundedCropError(.invalidArgument, "the correction of \(picture) says nothing") }
        if let first = whole.first, words.count > 1 {
            throw BoundedCropError(.invalidArgument, "“\(first)” and “\(words[1])” cannot be used together")
        }
        return Correction(
            picture: picture,
            aspect: aspect,
            time: time ?? nil,
            words: words.filter { $0 != good },
            settings: list,
            text: text,
            places: places,
            isExact: words.contains(CropOption.rectangle.jsonName),
            members: members,
            line: line
        )
    }

    /// A value as the option reads it, or several, each with its path. Places may be lists of numbers, or objects as in the JSON of a crop.
    ///
    /// - Parameter repeats: Whether there may be a list of values.
    private static func texts(_ value: JSONNode, _ path: String, repeats: Bool) throws -> [(path: String, text: String)] {
        func wrong(_ why: String) -> BoundedCropError { BoundedCropError(.invalidArgument, "“\(path)”: \(why)") }
        switch value {
        case .text(let text): return [(path, text)]
        case .flag(let isOn): return [(path, isOn ? "true" : "false")]
        case .integer, .number: return [(path, try number(value, path))]
        case .list(let list):
            if list.contains(where: { if case .integer = $0 { true } else if case .number = $0 { true } else { false } }) {
                return [(path, try list.enumerated().map { try number($1, "\(path)[\($0)]") }.joined(separator: ","))]
            }
            guard repeats, !list.isEmpty else { throw wrong("this is a value, or a list of numbers") }
            return try list.enumerated().flatMap { try texts($1, "\(path)[\($0)]", repeats: false) }
        case .object(let members):
            let names = members.count == 2 ? ["x", "y"] : ["x", "y", "width", "height"]
            guard Set(members.keys) == Set(names) else { throw wrong("a place has x and y, or x, y, width and height") }
            return [(path, try names.map { try number(members[$0] ?? .null, "\(path).\($0)") }.joined(separator: ","))]
        case .null: throw wrong("null is no value: leave it out")
        }
    }

    private static func number(_ value: JSONNode, _ path: String) throws -> String {
        switch value {
        case .integer(let number): return String(number)
        case .number(let number): return Decimals.text(number)
        default: throw BoundedCropError(.invalidArgument, "“\(path)” is a number, not \(value.kind)")
        }
    }
}

/// Files of corrections that are edited.
extension Corrections {
    /// What counts of the corrections of a picture that has some names, in the order in which it is applied.
    package func entries(of names: [Picture]) -> [Entry] {
        let found = names.flatMap { (counting[$0] ?? []).sorted { ($0.aspect?.description ?? "") < ($1.aspect?.description ?? "") } }
        return (found.filter { $0.aspect == nil } + found.filter { $0.aspect != nil }).map { correction in
            let words = correction.members.filter { !Self.names.contains($0.key) }
            return Entry(aspect: correction.aspect?.description, words: words)
        }
    }

    /// Replaces all corrections of a picture.
    ///
    /// - Parameters:
    ///   - names: The names of the picture. The corrections get the one that it had, or else the last of a file.
    ///   - entries: Its corrections; none for a picture that is cropped as all others.
    /// - Throws: `invalidArgument` for a correction that makes no sense.
    package mutating func replace(_ names: [Picture], with entries: [Entry]) throws {
        let known = all.last { names.contains($0.picture) }
        guard let name = known?.picture ?? names.last(where: { !$0.isContent }) else { return }
        let lines = try entries.map { entry in
            var members = entry.words
            switch name {
            case .file(let file): members["file"] = .text(file)
            case .content(let hash): members["sha256"] = .text(hash)
            }
            members["aspect"] = entry.aspect.map { .text($0) }
            return try JSONText.text(members)
        }
        let added = try Self.corrections(in: lines.joined(separator: "\n"), isList: false)
        all = all.filter { !names.contains($0.picture) } + added
    }

    /// The file: lines, or a list if it was one.
    package var text: String {
        get throws {
            let lines = try all.map { try $0.line ?? JSONText.text($0.members) }
            if isList { return "[\n" + lines.joined(separator: ",\n") + "\n]\n" }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    private static let names: Set = ["file", "sha256", "aspect"]

    /// Changes a file, which need not exist. Of several programs and machines that do so at once, one comes after the other, so that nothing
    /// of what the others say is lost. Blocks.
    ///
    /// - Throws: What the change throws, which then has no effect; `unreadableFile` and `unwritableFile`; and as `init` does, with the path.
    package static func change(_ path: String, _ change: (inout Corrections) throws -> Void) throws {
        try AtomicFile.change(path) { bytes in
            do {
                var document = try Corrections(bytes: bytes)
                try change(&document)
                return Array(try document.text.utf8)
            } catch let error as BoundedCropError where error.code == .invalidArgument {
                throw BoundedCropError(error.code, "\(path): \(error.message)", underlying: error.underlying)
            }
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
