internal import BoundedCrop

extension ImageURL {
    /// The URL with the size that its filter `preset` names in place of the filter; in a chain, each request has its own.
    ///
    /// - Parameter own: The service's own presets.
    /// - Throws: `invalidFilter` for a preset that does not exist, and beside a size.
    func withPresetSize(_ own: [CropPreset]) throws -> ImageURL {
        var url = self
        url.earlier = try earlier.map { try $0.withPresetSize(own) }
        guard let call = filters.last(where: { $0.name == "preset" }) else { return url }
        let name = try FilterArguments(call, count: 1...1).texts[0]
        var dimensions = dimensions ?? Dimensions()
        guard dimensions.width == .proportional, dimensions.height == .proportional else {
            throw FilterArguments.failure(call, "gives the picture a size, and so does another part of the URL: leave one of them out")
        }
        do {
            let size = try CropPreset.named(name, own: own).size
            (dimensions.width, dimensions.height) = (.pixels(size.width), .pixels(size.height))
        } catch let error as BoundedCropError {
            throw FilterArguments.failure(call, "names no preset: \(error.message)")
        }
        url.dimensions = dimensions
        url.filters.removeAll { $0.name == "preset" }
        return url
    }
}
