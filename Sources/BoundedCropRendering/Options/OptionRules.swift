internal import BoundedCrop

/// Options that make no sense with others.
package struct OptionConflict: Sendable {
    package let names: [String]
    package let others: [String]
    /// Why they make no sense together.
    private let reason: String
    /// Whether effects have a use for the others.
    package let endsWithEffects: Bool

    package init(_ names: [String], _ others: [String], _ reason: String, endsWithEffects: Bool = false) {
        (self.names, self.others, self.reason, self.endsWithEffects) = (names, others, reason, endsWithEffects)
    }

    /// Throws `invalidArgument` if some of the names contradict each other.
    ///
    /// - Parameters:
    ///   - hasEffects: Whether there may be effects.
    ///   - called: The names of options as the surface writes them.
    package func check(_ given: Set<String>, hasEffects: Bool, _ called: (String) -> String) throws {
        if endsWithEffects, hasEffects { return }
        guard let name = names.first(where: given.contains), let other = others.first(where: { $0 != name && given.contains($0) }) else {
            return
        }
        throw BoundedCropError(.invalidArgument, "\(called(name)) and \(called(other)) cannot be used together: \(reason)")
    }
}

/// Which options can be used together.
package struct OptionRules: Sendable {
    package let conflicts: [OptionConflict]
    /// Options without a use, unless one of others is given.
    package let needs: [(name: String, others: [String])]

    package init(_ conflicts: [OptionConflict], needs: [(name: String, others: [String])] = []) {
        (self.conflicts, self.needs) = (conflicts, needs)
    }

    package static func + (rules: OptionRules, others: OptionRules) -> OptionRules {
        OptionRules(rules.conflicts + others.conflicts, needs: rules.needs + others.needs)
    }

    /// The names of the options that make no sense with one.
    ///
    /// - Parameter hasEffects: Whether there are effects.
    package func conflicts(with name: String, hasEffects: Bool = true) -> Set<String> {
        conflicts.reduce(into: []) { found, conflict in
            if conflict.endsWithEffects, hasEffects { return }
            if conflict.names.contains(name) { found.formUnion(conflict.others) }
            if conflict.others.contains(name) { found.formUnion(conflict.names) }
        }
    }

    /// How features are found, which needs detection.
    package static let searching = ["accuracy", "detector", "min-confidence", "min-face", "max-faces"]

    /// The rules of all surfaces.
    package static let requests = OptionRules(
        [
            OptionConflict(
                ["crop"],
                [
                    "scheme", "keep", "each-face", "padding", "zoom", "placement", "auto-rotate", "align", "document", "fill", "fallback",
                    "require-face", "no-bounding", "region", "focal", "embedded-regions",
                ],
                "a given crop is cut as it is, and nothing is detected"
            ),
            OptionConflict(["crop"], searching, "nothing is detected", endsWithEffects: true),
            OptionConflict(
                ["align", "document"],
                ["zoom", "placement", "no-bounding", "auto-rotate", "fill"],
                "an alignment says it all"
            ),
            OptionConflict(["document"], ["align", "size", "aspect", "preset"], "a document has its own size and alignment"),
            OptionConflict(
                ["no-bounding"],
                [
                    "require-face", "keep", "padding", "zoom", "placement", "auto-rotate", "fill", "fallback", "region", "focal",
                    "embedded-regions",
                ],
                "nothing is detected"
            ),
            OptionConflict(["each-face"], ["scheme", "no-bounding"], "every face has a picture of its own"),
            OptionConflict(["region", "focal"], ["keep"], "given places are always kept"),
            OptionConflict(["crop", "no-bounding", "region", "focal"], ["cascade"], "nothing is detected"),
            OptionConflict(["crop", "no-bounding"], ["write-regions"], "nothing is detected"),
            OptionConflict(["effects"], ["write-regions"], "effects may move faces"),
            OptionConflict(["strip-all"], ["keep-metadata"], "one keeps what the other leaves out"),
        ],
        needs: [("align-fill", ["align", "document"]), ("strict", ["align", "document"]), ("keep-location", ["keep-metadata"])]
    )
}
