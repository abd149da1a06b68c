internal import BoundedCrop

/// Which of its two media types `info.json` has.
enum IIIFMediaType {
    /// Whether `info.json` is `application/ld+json` instead of `application/json`.
    ///
    /// Version 2 is JSON unless the client names the other type. Version 3 is linked data unless the client prefers JSON, or accepts neither.
    static func isLinkedData(_ accept: String?, _ version: IIIFVersion) -> Bool {
        let ranges = (accept ?? "").readPart.split(separator: ",").map(Self.range)
        guard !ranges.isEmpty else { return version == .three }
        func quality(_ types: [String]) -> Double? {
            types.lazy.compactMap { type in ranges.filter { $0.type == type }.map(\.quality).max() }.first
        }
        let wildcards = version == .three ? ["application/*", "*/*"] : []
        let linked = quality(["application/ld+json"] + wildcards) ?? 0
        return linked > 0 && linked >= quality(["application/json"] + wildcards) ?? 0
    }

    private static func range(_ text: Substring) -> (type: String, quality: Double) {
        let pieces = text.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
        let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        return (pieces.first ?? "", quality.isFinite ? min(max(quality, 0), 1) : 0)
    }
}
