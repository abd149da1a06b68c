import BoundedCrop
import BoundedCropRendering

/// Options that contradict each other. One of them on the command line replaces the others in a file.
enum OptionAlternatives {
    /// Options that may be used together, but say the same in other words.
    private static let alternatives: [Set<String>] = [
        ["size", "aspect", "preset"], ["overwrite", "skip-existing", "newer", "update"],
    ]

    /// The names of options that a file says in vain.
    ///
    /// - Parameters:
    ///   - names: The options that the file has.
    ///   - hasEffects: Whether there are effects.
    static func replaced(_ names: Set<String>, by given: GivenOptions, hasEffects: Bool) -> Set<String> {
        var replaced = given.names
        for name in given.names {
            replaced.formUnion(OptionRules.command.conflicts(with: name, hasEffects: hasEffects))
            for names in alternatives where names.contains(name) { replaced.formUnion(names) }
        }
        // What is replaced takes with it what has no use without it.
        let left = names.subtracting(replaced).union(given.names)
        for (name, others) in OptionRules.command.needs where left.isDisjoint(with: others) && !replaced.isDisjoint(with: others) {
            replaced.insert(name)
        }
        // An output such as `a.png` has a format, and a format may lack what the file says of others.
        let named = given.values["output"].flatMap { $0.hasSuffix("/") ? nil : ImageFormat(fileName: $0) }
        let chosen = given.values["format"].flatMap { ImageFormat(writableNamed: $0.lowercased()) }
        guard let format = chosen ?? named else { return replaced }
        return replaced.union(RenderRequest.Output.options(missingIn: format)).union(["format"])
    }
}
