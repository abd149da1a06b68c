internal import BoundedCrop
internal import BoundedCropLoading

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
