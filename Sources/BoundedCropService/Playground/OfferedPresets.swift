internal import BoundedCrop

/// The standard sizes, for the page to offer.
struct OfferedPresets: Encodable {
    struct Preset: Encodable {
        let name: String
        let width: Int
        let height: Int
        let purpose: String
    }

    let presets = CropPreset.standard.map {
        Preset(name: $0.name, width: $0.size.width, height: $0.size.height, purpose: $0.purpose)
    }
}
