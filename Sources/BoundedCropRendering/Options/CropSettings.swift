internal import BoundedCrop

/// Reads crop options into a stage of a request.
package struct CropSettings: Hashable, Sendable {
    /// What the options say. Without any, features are detected.
    package internal(set) var stage: RenderRequest.Stage
    /// The names of the options that were given.
    package internal(set) var given: Set<String> = []
    /// The names of those that say something else than the default.
    var changing: Set<String> = []

    package init() {
        stage = RenderRequest.Stage()
        (stage.crop.detects, stage.crop.isPlanned) = (true, true)
    }

    /// Options that make no sense with one, and why.
    private static let conflicts: [(name: String, others: [String], reason: String)] = [
        (
            "crop",
            [
                "scheme", "keep", "each-face", "padding", "zoom", "placement", "auto-rotate", "align", "fallback", "require-face",
                "no-bounding", "region", "focal", "embedded-regions",
            ],
            "a given crop is cut as it is, and nothing is detected"
        ),
        ("align", ["zoom", "placement", "no-bounding", "auto-rotate"], "an alignment says it all"),
        (
            "no-bounding",
            ["require-face", "keep", "padding", "zoom", "placement", "auto-rotate", "fallback", "region", "focal", "embedded-regions"],
            "nothing is detected"
        ),
        ("each-face", ["scheme", "no-bounding"], "every face has a picture of its own"),
        ("region", ["keep"], "given places are always kept"), ("focal", ["keep"], "given places are always kept"),
    ]

    /// How features are found, of which only effects have a use with a given crop.
    private static let searching = ["accuracy", "detector", "min-confidence", "min-face", "max-faces"]

    /// The names of the options that make no sense with one.
    package static func conflicts(with name: String) -> Set<String> {
        Set(conflicts.flatMap { row in row.name == name ? row.others : row.others.contains(name) ? [row.name] : [] })
    }

    /// Throws `invalidArgument` for options that make no sense together.
    ///
    /// - Parameters:
    ///   - hasEffects: Whether there may be effects, which may look for features.
    ///   - called: The names of options as the surface writes them.
    package func check(hasEffects: Bool = true, _ called: (String) -> String = { $0 }) throws {
        for (name, others, reason) in Self.conflicts where changing.contains(name) {
            guard let other = others.first(where: changing.contains) else { continue }
            throw BoundedCropError(.invalidArgument, "\(called(name)) and \(called(other)) cannot be used together: \(reason)")
        }
        if !hasEffects, changing.contains("crop"), let other = Self.searching.first(where: changing.contains) {
            throw BoundedCropError(
                .invalidArgument,
                "\(called("crop")) and \(called(other)) cannot be used together: nothing is detected"
            )
        }
        if given.contains("align-fill"), !given.contains("align") {
            throw BoundedCropError(.invalidArgument, "\(called("align-fill")) needs \(called("align"))")
        }
    }
}
