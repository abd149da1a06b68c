extension ImageURL {
    /// Filters that say where a crop is, and have no effect where nothing is cut off.
    private static let placing: Set = ["scheme", "fallback", "placement", "padding", "keep", "face", "focal_point", "offset"]
    /// Filters by which faces matter even so.
    private static let tightening: Set = ["zoom", "tightness", "auto_rotate", "require_face", "focal"]

    /// The request without what says where its crop is, if nothing is cut off: thumbor's clients write `300x0/smart`, which other grammars
    /// have no word for, and which gives the same picture as `300x0`.
    var withoutIdlePlacement: ImageURL {
        var url = self
        url.earlier = earlier.map(\.withoutIdlePlacement)
        guard !cuts, !isMeta, !isDebug, !filters.contains(where: { Self.tightening.contains($0.name) }) else { return url }
        (url.horizontalAlignment, url.verticalAlignment, url.isSmart) = (nil, nil, false)
        url.filters.removeAll { Self.placing.contains($0.name) }
        return url
    }
}
