internal import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// Everything that decides what detection finds for a URL: different wherever that may differ, and equal for all sizes and aspects of a
    /// picture. Nil if nothing is looked for.
    ///
    /// - Parameters:
    ///   - content: Must change when the picture does, such as a hash of its bytes.
    ///   - animates: Whether the frames of an animation are looked at.
    /// - Throws: What the provider of named detectors throws.
    func detectionKey(_ source: ImageSource, _ url: ImageURL, _ filters: ImageFilters, content: String, animates: Bool) throws -> String? {
        guard url.isSmart, filters.crop.focalRegions.isEmpty else { return nil }
        // Frames are looked at whole; so far, only pictures are looked at in other colors.
        let region =
            animates ? [] : [url.trim?.text ?? "", url.manualCrop?.text ?? ""] + [filters.crop.geometry.region?.text].compactMap(\.self)
        let isConverted = filters.output.stripsICC && !url.isMeta && source.options.colorProfile == .keep
        let parts = [
            content, try detector(for: filters.crop).cacheKey, filters.crop.accuracy.rawValue, animates ? "frames" : "picture",
            isConverted ? "sRGB" : "",
        ]
        return EffectKey.lengthSafe(parts + region)
    }
}

extension ImageURL.ManualCrop {
    fileprivate var text: String { "\(left)x\(top):\(right)x\(bottom)" }
}

extension GeometryFilters.Region {
    fileprivate var text: String { [x, y, width, height].map(\.text).joined(separator: ",") }
}

extension FilterLength {
    fileprivate var text: String {
        switch self {
        case .pixels(let pixels): "\(pixels)"
        case .share(let share): "\(share)p"
        }
    }
}
