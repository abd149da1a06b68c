internal import BoundedCrop
internal import BoundedCropEffects
internal import FoundationEssentials

/// Reading a file of corrections, whose objects are checked one by one.
extension Corrections {
    /// How many places each list of a correction may have.
    package static let mostPlaces = 1000

    /// The options that a correction may have.
    private static let options: [RequestOption] = [.rectangle, .region, .focal, .scheme, .padding, .zoom, .placement]

    static func corrections(in text: String, isList: Bool) throws -> [Correction] {
        try (isList ? list(text) : lines(text)).map { place, line, object in
            do {
                do { return try correction(object(), line) } catch let error as DecodingError { throw BoundedCropError(error) }
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(place): \(error.message)", underlying: error.underlying)
            }
        }
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

    private static func correction(_ members: [String: JSONNode], _ line: String?) throws -> Correction {
        let text = try JSONText.text(JSONNode.object(members))
        var fields = try JSONDecoder().decode(JSONMembers.self, from: Data(text.utf8))
        let file = try fields.take("file") { (file: String) in
            guard !file.isEmpty else { throw BoundedCropError(.invalidArgument, "“file” is empty") }
            return Picture.file(file)
        }
        let content = try fields.take("sha256") { (hash: String) in
            guard hash.utf8.count == 64, hash.allSatisfy(\.isHexDigit) else {
                throw BoundedCropError(.invalidArgument, "“sha256” is 64 hexadecimal digits, not “\(hash.prefix(80))”")
            }
            return Picture.content(hash.lowercased())
        }
        let names = [file, content].compactMap(\.self)
        guard !names.isEmpty else { throw BoundedCropError(.invalidArgument, "a correction has a “file”, a “sha256” or both") }
        let size = try fields.take("size") { try RequestOption.parsed(PixelSize($0, sides: 1...65_535), $0, "a size such as 2400x1600") }
        let aspect = try fields.take("aspect") { try RequestOption.parsed(AspectRatio($0), $0, "an aspect such as 16:9") }
        let time: Double? = try fields.take("at")
        if let time, time < 0 { throw BoundedCropError(.invalidArgument, "“at” is a time in seconds, 0 or later") }
        let whole = try [skip, good].filter { try fields.flag($0) }
        var settings = RequestSettings()
        var list: [RequestOption.Setting] = []
        var words = whole
        for option in options {
            guard let value: JSONNode = try fields.take(option.jsonName) else { continue }
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
        let redaction = try redaction(&fields)
        words += redaction.words
        try fields.checkEnd()
        try settings.check(called: RequestOption.memberName)
        let places = words.contains(where: placeWords.contains)
        if time != nil, names[0].isContent || !places || words.count + list.count > 2 {
            throw BoundedCropError(.invalidArgument, "with “at”, a “file” has one of “crop”, “region” and “focal”, and nothing else")
        }
        if words.isEmpty { throw BoundedCropError(.invalidArgument, "the correction of \(names[0]) says nothing") }
        if let first = redaction.words.first {
            if aspect != nil { throw BoundedCropError(.invalidArgument, "“\(first)” is for all shapes: leave out “aspect”") }
            if let other = words.first(where: { !redaction.words.contains($0) }) {
                throw BoundedCropError(.invalidArgument, "“\(other)” and “\(first)” cannot be used together: write two corrections")
            }
        }
        if let first = whole.first, words.count > 1 {
            throw BoundedCropError(.invalidArgument, "“\(first)” and “\(words[1])” cannot be used together")
        }
        return Correction(
            names: names,
            size: size,
            aspect: aspect,
            time: time,
            words: words.filter { $0 != good },
            settings: list,
            redaction: redaction.words.isEmpty ? nil : redaction.correction,
            text: text,
            places: places,
            isExact: words.contains(RequestOption.rectangle.jsonName),
            members: members,
            line: line
        )
    }

    /// A value as the option reads it, or several, each with its path. Places may be lists of numbers, or objects as in the JSON of a crop.
    ///
    /// - Parameter repeats: Whether there may be a list of values.
    static func texts(_ value: JSONNode, _ path: String, repeats: Bool) throws -> [(path: String, text: String)] {
        func wrong(_ why: String) -> BoundedCropError { BoundedCropError(.invalidArgument, "“\(path)”: \(why)") }
        switch value {
        case .text(let text): return [(path, text)]
        case .flag(let isOn): return [(path, isOn ? "true" : "false")]
        case .integer, .number: return [(path, try number(value, path))]
        case .list(let list):
            if isNumbers(list) { return [(path, try list.enumerated().map { try number($1, "\(path)[\($0)]") }.joined(separator: ","))] }
            guard repeats, !list.isEmpty else { throw wrong("this is a value, or a list of numbers") }
            try checkCount(list, path)
            return try list.enumerated().flatMap { try texts($1, "\(path)[\($0)]", repeats: false) }
        case .object(let members):
            let names = members.count == 2 ? ["x", "y"] : ["x", "y", "width", "height"]
            guard Set(members.keys) == Set(names) else { throw wrong("a place has x and y, or x, y, width and height") }
            return [(path, try names.map { try number(members[$0] ?? .null, "\(path).\($0)") }.joined(separator: ","))]
        case .null: throw wrong("null is no value: leave it out")
        }
    }

    /// Whether a list is one place.
    static func isNumbers(_ list: [JSONNode]) -> Bool { list.contains { $0.number != nil } }

    static func checkCount(_ list: [JSONNode], _ path: String) throws {
        guard list.count > mostPlaces else { return }
        throw BoundedCropError(.invalidArgument, "“\(path)” has \(list.count) places: a correction has at most \(mostPlaces)")
    }

    private static func number(_ value: JSONNode, _ path: String) throws -> String {
        switch value {
        case .integer(let number): return String(number)
        case .number(let number): return Decimals.text(number)
        default: throw BoundedCropError(.invalidArgument, "“\(path)” is a number, not \(value.kind)")
        }
    }
}
