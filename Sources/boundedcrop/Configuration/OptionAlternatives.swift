import BoundedCrop
import BoundedCropRendering

/// Options that contradict each other. One of them on the command line replaces the others in a file.
enum OptionAlternatives {
    /// Each of a set replaces all others of it.
    private static let sets: [Set<String>] = [
        ["size", "aspect", "preset", "srcset"], ["overwrite", "skip-existing", "newer"], ["verbose", "quiet"],
    ]

    /// How faces are searched for.
    private static let search: Set<String> = ["detector", "accuracy", "min-confidence", "min-face", "max-faces", "detection-cache"]

    /// Options, each with those with which it makes no sense.
    ///
    /// - Parameter hasEffects: Whether there are effects, which may need faces even if the crop does not.
    private static func pairs(hasEffects: Bool) -> [(String, Set<String>)] {
        let search = hasEffects ? [] : search
        let places = search.union(hasEffects ? [] : ["require-face"]).union(["cascade", "embedded-regions", "keep"])
        let ofCrop = CropSettings.conflicts(with: "no-bounding")
            .union(["align-fill", "cascade", "warn-no-face", "no-face-to", "write-regions"])
        return [
            ("no-bounding", search.union(ofCrop)), ("region", places), ("focal", places), ("align", CropSettings.conflicts(with: "align")),
            ("require-face", ["warn-no-face", "no-face-to"]), ("srcset-formats", ["format"]),
        ]
    }

    /// The names of options that a file says in vain.
    ///
    /// - Parameter hasEffects: Whether there are effects.
    static func replaced(by given: GivenOptions, hasEffects: Bool) -> Set<String> {
        var replaced = given.names
        for set in sets where !set.isDisjoint(with: given.names) { replaced.formUnion(set) }
        for (name, others) in pairs(hasEffects: hasEffects) {
            if given.names.contains(name) { replaced.formUnion(others) }
            if !others.isDisjoint(with: given.names) { replaced.insert(name) }
        }
        if replaced.contains("srcset"), !given.names.contains("srcset") {
            replaced.formUnion(["srcset-formats", "srcset-sizes", "srcset-url", "placeholder"])
        }
        if replaced.contains("align"), !given.names.contains("align") { replaced.insert("align-fill") }
        return replaced.union(replacedByFormat(given))
    }

    /// An output such as `a.png` has a format, and a format may lack what the file says of others.
    private static func replacedByFormat(_ given: GivenOptions) -> Set<String> {
        let named = given.values["output"].flatMap { $0.hasSuffix("/") ? nil : ImageFormat(fileName: $0) }
        let chosen = given.values["format"].flatMap(OutputOptions.FormatChoice.init(argument:))
        guard let format = chosen?.format ?? named else { return [] }
        return OutputOptions.options(missingIn: format).union(["format"])
    }
}
