extension CropPreset {
    /// The preset of a name. Own ones come first, and may replace standard ones.
    ///
    /// - Throws: `invalidArgument`, which lists the names that there are.
    package static func named(_ name: String, own: [CropPreset]) throws -> CropPreset {
        guard let preset = own.first(where: { $0.name == name }) ?? CropPreset(named: name) else {
            throw BoundedCropError(.invalidArgument, "“\(name)” is none of \(names(own: own).joined(separator: ", "))")
        }
        return preset
    }

    /// The names of own and standard presets, each once.
    package static func names(own: [CropPreset]) -> [String] {
        let ownNames = Set(own.map(\.name))
        return own.map(\.name) + standard.map(\.name).filter { !ownNames.contains($0) }
    }
}
