internal import BoundedCrop
internal import BoundedCropEffects

extension ImageURL {
    /// The size of the finished picture, with what effects add to it or take away; nil if it depends on the picture that is cropped, or on
    /// one that filters load.
    ///
    /// Only crops to two given sides are sure, with effects alone. Client hints may still make the picture smaller.
    ///
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    func resultSize() throws -> PixelSize? {
        let filters = try ImageFilters(self)
        let isOther = isDebug || isMeta || filters.output.isRaw || !earlier.isEmpty
        guard !isOther, fitIn == nil, filters.crop.geometry == GeometryFilters(), [.crops, .always].contains(filters.crop.upscaling),
            case .pixels(let width)? = dimensions?.width, case .pixels(let height)? = dimensions?.height
        else { return nil }
        var size = PixelSize(width: width, height: height)
        for step in filters.steps {
            guard case .effect(let effect) = step else { return nil }
            size = effect.footprint(on: size).resultSize
        }
        return size
    }
}
