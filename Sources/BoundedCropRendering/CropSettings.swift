package import BoundedCrop

/// What crop options say: where to crop, and how to find what must be kept.
package struct CropSettings: Hashable, Sendable {
    /// The crop; its shape is that of each output.
    package var request = CropRequest(.source)
    /// The detector's text; nil if none is named.
    package var detector: String?
    /// Which detections count.
    package var limits = DetectionLimits()
    /// Regions and points to keep instead of what is detected.
    package var places: [Feature] = []
    /// Whether the faces that a file lists are used before any are detected.
    package var usesEmbeddedRegions = false
    /// The names of the options that were given.
    package internal(set) var given: Set<String> = []
    /// The names of those that say something else than the default.
    var changing: Set<String> = []
    /// The color for an alignment, whichever of both is given first.
    var alignmentFill: Color?

    package init() {}

    /// Options that make no sense with one, and why.
    private static let conflicts: [(name: String, others: [String], reason: String)] = [
        ("align", ["zoom", "placement", "no-bounding", "auto-rotate"], "an alignment says it all"),
        (
            "no-bounding",
            ["require-face", "keep", "padding", "zoom", "placement", "auto-rotate", "fallback", "region", "focal", "embedded-regions"],
            "nothing is detected"
        ),
        ("region", ["keep"], "given places are always kept"), ("focal", ["keep"], "given places are always kept"),
    ]

    /// The names of the options that make no sense with one.
    package static func conflicts(with name: String) -> Set<String> {
        Set(conflicts.flatMap { row in row.name == name ? row.others : row.others.contains(name) ? [row.name] : [] })
    }

    /// Throws `invalidArgument` for options that make no sense together.
    ///
    /// - Parameter called: The names of options as the surface writes them.
    package func check(_ called: (String) -> String = { $0 }) throws {
        for (name, others, reason) in Self.conflicts where changing.contains(name) {
            guard let other = others.first(where: changing.contains) else { continue }
            throw BoundedCropError(.invalidArgument, "\(called(name)) and \(called(other)) cannot be used together: \(reason)")
        }
        if given.contains("align-fill"), !given.contains("align") {
            throw BoundedCropError(.invalidArgument, "\(called("align-fill")) needs \(called("align"))")
        }
    }
}
