import BoundedCrop
import BoundedCropRendering

/// Options that contradict each other. One of them on the command line replaces the others in a file.
enum OptionAlternatives {
    private static let sizes: Set = ["size", "aspect", "preset"]
    private static let sourceSet: Set = ["srcset", "srcset-formats", "srcset-sizes", "srcset-url", "placeholder"]
    private static let existing: Set = ["overwrite", "skip-existing", "newer", "update"]

    /// Options, and those with which they make no sense, together with the options that only these have a use for.
    private static func pairs(hasEffects: Bool) -> [(Set<String>, Set<String>)] {
        // Effects may need faces even if the crop does not.
        let search: Set = hasEffects ? [] : ["detector", "accuracy", "min-confidence", "min-face", "max-faces", "detection-cache"]
        let places = search.union(hasEffects ? [] : ["require-face"]).union(["cascade", "embedded-regions", "keep"])
        let undetected = search.union(["align-fill", "cascade", "warn-no-face", "no-face-to", "write-regions"])
        return [
            (sizes, sizes), (sizes, sourceSet), (existing, existing), (existing.subtracting(["update"]), ["prune"]),
            (["skip-existing", "newer"], ["manifest"]), (["plan"], ["prune", "dry-run", "manifest"]), (["verbose"], ["quiet"]),
            (["no-bounding"], CropSettings.conflicts(with: "no-bounding").union(undetected)),
            (["crop"], CropSettings.conflicts(with: "crop").union(undetected)), (["region"], places), (["focal"], places),
            (CropSettings.conflicts(with: "align"), ["align", "align-fill"]),
            (CropSettings.conflicts(with: "each-face").union(sourceSet), ["each-face"]),
            (["require-face"], ["warn-no-face", "no-face-to"]), (["no-face-to"], ["manifest"]),
            (["srcset-formats"], ["format"]), (["strip-all"], ["keep-metadata", "keep-location"]), (["effects"], ["write-regions"]),
        ]
    }

    /// The names of options that a file says in vain.
    ///
    /// - Parameter hasEffects: Whether there are effects.
    static func replaced(by given: GivenOptions, hasEffects: Bool) -> Set<String> {
        var replaced = given.names
        for (some, others) in pairs(hasEffects: hasEffects) {
            if !some.isDisjoint(with: given.names) { replaced.formUnion(others) }
            if !others.isDisjoint(with: given.names) { replaced.formUnion(some) }
        }
        // An output such as `a.png` has a format, and a format may lack what the file says of others.
        let named = given.values["output"].flatMap { $0.hasSuffix("/") ? nil : ImageFormat(fileName: $0) }
        let chosen = given.values["format"].flatMap(OutputOptions.FormatChoice.init(argument:))
        guard let format = chosen?.format ?? named else { return replaced }
        return replaced.union(RenderRequest.Output.options(missingIn: format)).union(["format"])
    }
}
