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
    init(own: [CropPreset]) {
        let ownNames = Set(own.map(\.name))
        let standard = CropPreset.standard.filter { !ownNames.contains($0.name) }
        presets = own.map { Self.offer($0, isOwn: true) } + standard.map { Self.offer($0, isOwn: false) }
    }

    private static func offer(_ preset: CropPreset, isOwn: Bool) -> Preset {
        Preset(name: preset.name, width: preset.size.width, height: preset.size.height, purpose: preset.purpose, isOwn: isOwn)
    }
}
