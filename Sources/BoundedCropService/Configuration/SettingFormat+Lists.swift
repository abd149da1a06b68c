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
    static var hosts: Self {
        Self("list") {
            let hosts = items($0)
            return .some(hosts.isEmpty ? nil : hosts)
        } text: {
            $0?.joined(separator: ",") ?? ""
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
