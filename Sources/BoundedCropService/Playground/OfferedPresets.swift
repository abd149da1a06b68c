internal import BoundedCrop

/// The sizes that have names, for the page to offer: those that `preset(NAME)` finds, each once, the service's own first.
struct OfferedPresets: Encodable {
    struct Preset: Encodable {
        let name: String
        let width: Int
        let height: Int
        /// Empty for presets of the setting `presets`.
        let purpose: String
        let isOwn: Bool
    }

    let presets: [Preset]

    /// - Parameter own: The service's own presets, which replace standard ones of the same name.
    init(own: [CropPreset]) throws {
        let ownNames = Set(own.map(\.name))
        presets = try CropPreset.names(own: own).map { name in
            let preset = try CropPreset.named(name, own: own)
            return Preset(
                name: name,
                width: preset.size.width,
                height: preset.size.height,
                purpose: preset.purpose,
                isOwn: ownNames.contains(name)
            )
        }
    }
}
