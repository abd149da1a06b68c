internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials

/// How the value of a setting is written as text.
struct SettingFormat<Value: Sendable>: Sendable {
    /// What stands for a value in help; nil if it is true or false.
    let placeholder: String?
    /// The valid texts, for error messages: `true or false`.
    let expected: String
    /// The value of a text; nil for an invalid one.
    let value: @Sendable (String) throws -> Value?
    /// The text of a value.
    let text: @Sendable (Value) -> String

    init(
        _ placeholder: String?,
        expected: String = "",
        value: @escaping @Sendable (String) throws -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) {
        (self.placeholder, self.expected, self.value, self.text) = (placeholder, expected, value, text)
    }

    /// A value that may be missing, which is the empty text.
    static func optional<Wrapped>(_ format: SettingFormat<Wrapped>) -> Self where Value == Wrapped? {
        Self(format.placeholder, expected: format.expected) {
            $0.isEmpty ? .some(nil) : try format.value($0).map { .some($0) }
        } text: {
            $0.map(format.text) ?? ""
        }
    }
}

extension SettingFormat where Value: CaseIterable & RawRepresentable<String> {
    /// One of the cases, by its name.
    static var choice: Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(names.joined(separator: "|"), expected: names.joined(separator: " or ")) {
            Value(rawValue: $0)
        } text: {
            $0.rawValue
        }
    }
}

extension SettingFormat<String> {
    static func text(_ placeholder: String) -> Self {
        Self(placeholder) {
            $0
        } text: {
            $0
        }
    }
}

extension SettingFormat<String> {
    /// The name of a built-in detector, or an expression with several.
    static var detector: Self {
        Self("name", expected: DetectorExpression.forms) {
            (try? BuiltInDetectors.named(RenderRequest.Crop(detector: $0))) == nil ? nil : $0
        } text: {
            $0
        }
    }
}

extension SettingFormat<Bool> {
    static var flag: Self {
        Self(nil, expected: "true or false") {
            Bool(flag: $0)
        } text: {
            String($0)
        }
    }
}

extension SettingFormat<Int> {
    static func number(_ range: ClosedRange<Int>) -> Self {
        Self("n", expected: "a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        } text: {
            String($0)
        }
    }
}

extension SettingFormat<Int> {
    /// A number of bytes, also with a unit.
    static func bytes(_ range: ClosedRange<Int>) -> Self {
        quantity("bytes", range, "bytes", "500000, 500kB, 256MB or 1GiB") { Quantity.bytes($0) }
    }

    /// A number of pixels, also with a unit.
    static func pixels(_ range: ClosedRange<Int>) -> Self {
        quantity("n", range, "pixels", "50000000, 50M or 50MP") { Quantity.count($0) }
    }

    /// A whole number of seconds, also with a unit.
    static func seconds(_ range: ClosedRange<Int>) -> Self {
        quantity("seconds", range, "seconds", "90, 90s, 10min, 12h or 30d") { text in
            Quantity.seconds(text).flatMap { Int(exactly: $0) }
        }
    }

    private static func quantity(
        _ placeholder: String,
        _ range: ClosedRange<Int>,
        _ unit: String,
        _ examples: String,
        _ value: @escaping @Sendable (String) -> Int?
    ) -> Self {
        let most = range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
        return Self(placeholder, expected: "\(most) \(unit), written as \(examples)") {
            value($0).flatMap { range.contains($0) ? $0 : nil }
        } text: {
            String($0)
        }
    }
}

extension SettingFormat<Duration> {
    static var seconds: Self {
        Self("seconds", expected: "0.001 to 86400 seconds, written as 2.5, 30s, 250ms or 2min") {
            Quantity.seconds($0).flatMap { (0.001...86_400).contains($0) ? .seconds($0) : nil }
        } text: {
            let (seconds, attoseconds) = $0.components
            return attoseconds == 0 ? String(seconds) : String(Double(seconds) + Double(attoseconds) * 1e-18)
        }
    }
}

extension SettingFormat {
    /// Values with commas between them.
    static func items(_ text: String) -> [String] { text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) } }
}

extension SettingFormat<[String]> {
    static var list: Self {
        Self("list") {
            items($0).filter { !$0.isEmpty }
        } text: {
            $0.joined(separator: ",")
        }
    }

    /// Texts with semicolons between them, since they have commas.
    static var statements: Self {
        Self("list") {
            $0.split(separator: ";").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
        } text: {
            $0.joined(separator: ";")
        }
    }

    /// Texts such as `name=value` with commas between them, or with semicolons where they have commas.
    static var presetTexts: Self {
        Self("list") { text in
            guard !text.contains(";") else { return text.split(separator: ";").map { $0.trimmingSpaces() }.filter { !$0.isEmpty } }
            var texts: [Substring] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                // A comma without a name behind it is the text's own, unless it is the last.
                if let last = texts.last, !part.contains("=") {
                    texts[texts.count - 1] = text[last.startIndex..<part.endIndex]
                } else {
                    texts.append(part)
                }
            }
            return texts.map { text in
                var text = text
                while text.last.map({ $0 == "," || $0.isWhitespace }) ?? false { text.removeLast() }
                return text.trimmingSpaces()
            }.filter { !$0.isEmpty }
        } text: { texts in
            texts.contains { $0.contains(",") } ? texts.map { $0 + ";" }.joined() : texts.joined(separator: ",")
        }
    }

    /// Names or addresses of servers.
    static func hosts(_ setting: String) -> Self {
        Self("list") {
            try SettingFormat<[String]?>.checkedHosts($0, setting)
        } text: {
            $0.joined(separator: ",")
        }
    }

    static var keys: Self {
        Self("key,...") {
            try SigningKeys.list($0)
        } text: {
            $0.joined(separator: ",")
        }
    }
}

extension SettingFormat<[String]?> {
    /// Hosts; nil if there are none.
    static func hosts(_ setting: String) -> Self {
        Self("list") {
            let hosts = try checkedHosts($0, setting)
            return .some(hosts.isEmpty ? nil : hosts)
        } text: {
            $0?.joined(separator: ",") ?? ""
        }
    }

    /// The hosts of a list; `*.` before one stands for its subdomains.
    ///
    /// Throws `invalidSetting` for what no host can match, such as a URL.
    fileprivate static func checkedHosts(_ text: String, _ setting: String) throws -> [String] {
        let hosts = items(text).filter { !$0.isEmpty }
        for host in hosts {
            let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
            if let advice = advice(on: name) {
                throw BoundedCropError(.invalidSetting, "\(setting): “\(host.prefix(200))” is not a host: \(advice)")
            }
        }
        return hosts
    }

    /// What to write instead of a text that is not the name or address of a server; nil for one that is.
    private static func advice(on name: Substring) -> String? {
        if let scheme = name.firstRange(of: "://") {
            let host = name[scheme.upperBound...].prefix { !":/?#".contains($0) }
            return "leave the scheme out" + (host.isEmpty ? "" : " and write \(host.prefix(200))")
        }
        if name.contains(where: { "/?#".contains($0) }) { return "leave the path out" }
        // An address of IPv6 has several.
        if name.count(where: { $0 == ":" }) == 1 { return "leave the port out" }
        if name.contains("@") { return "leave the user out" }
        if name.isEmpty || name.contains("*") { return "* stands only for subdomains, as in *.example.com" }
        return nil
    }
}

extension SettingFormat<[ImageFormat]> {
    /// Formats that only some clients can show.
    static var formats: Self {
        let offers = ImageFormat.negotiated
        return Self("list", expected: "a list of \(offers.map(\.rawValue).joined(separator: ", "))") { text in
            let names = items(text).filter { !$0.isEmpty }
            let formats = names.compactMap { name in offers.first { $0.rawValue == name } }
            return formats.count == names.count && Set(formats).count == formats.count ? formats : nil
        } text: {
            $0.map(\.rawValue).joined(separator: ",")
        }
    }
}

extension SettingFormat<[AddressRange]> {
    static var ranges: Self {
        Self("list") {
            do {
                return try items($0).map { try AddressRange($0) }
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "allowed-ranges: \(error.message)", underlying: error)
            }
        } text: {
            $0.map(\.description).joined(separator: ",")
        }
    }
}

extension SettingFormat<[CropPreset]> {
    static var presets: Self {
        Self("name=size,...") {
            do {
                let presets = try items($0).filter { !$0.isEmpty }.map { try CropPreset($0) }
                let names = Dictionary(grouping: presets, by: \.name)
                if let twice = presets.first(where: { (names[$0.name]?.count ?? 0) > 1 }) {
                    throw BoundedCropError(.invalidSetting, "the preset \(twice.name) occurs twice")
                }
                return presets
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "presets: \(error.message)", underlying: error)
            }
        } text: {
            $0.map { "\($0.name)=\($0.size)" }.joined(separator: ",")
        }
    }
}

extension SettingFormat<String> {
    /// A folder, or a prefix in object storage.
    static var root: Self { location("root", "folder") }

    /// A file, or the location of an object.
    static var corrections: Self { location("corrections", "file", isObject: true) }

    /// - Parameter isObject: Whether the location must name an object.
    private static func location(_ setting: String, _ placeholder: String, isObject: Bool = false) -> Self {
        Self(placeholder) { text in
            guard ServiceConfiguration.isLocation(text) else { return text }
            do {
                let location = try S3Location(text)
                if isObject, location.key.isEmpty || location.key.hasSuffix("/") {
                    throw BoundedCropError(.invalidURL, "\(text) names no object")
                }
                return location.text
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "\(setting): \(error.message)", underlying: error)
            }
        } text: {
            $0
        }
    }
}

extension SettingFormat<[String]?> {
    /// Names of buckets; nil if there are none.
    static var buckets: Self {
        Self("list") { text in
            let names = text.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
            do {
                for name in names { _ = try S3Location(bucket: name, key: "") }
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "allowed-buckets: \(error.message)", underlying: error)
            }
            return .some(names.isEmpty ? nil : names)
        } text: {
            $0?.joined(separator: ",") ?? ""
        }
    }
}

extension SettingFormat<URL> {
    /// The URL of a server.
    static var endpoint: Self {
        Self("url", expected: "a URL such as http://127.0.0.1:9000") { text in
            guard let url = URL(string: text) else { return nil }
            var configuration = S3Configuration()
            (configuration.endpoint, configuration.region) = (url, nil)
            return (try? configuration.check()).map { url }
        } text: {
            $0.absoluteString
        }
    }
}
