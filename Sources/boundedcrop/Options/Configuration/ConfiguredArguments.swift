import ArgumentParser
import BoundedCrop

/// The arguments of the command line, after those that a file of options adds to them.
struct ConfiguredArguments {
    /// What is to be parsed.
    private(set) var words: [String]
    /// The words after the command that the command line has.
    private var given: [String] = []
    private var path = ""
    /// The lines of the file that were added.
    private var added: [ConfigurationFile.Line] = []

    /// The commands that take options of `crop` from a file, those that they have in the same section of their help, with the names of options
    /// that they have no use for. In the file, these are left out; on the command line, they are errors.
    private static let unused: [String: Set<String>] = [
        "crop": [], "detect": [], "effects": ["plan", "write-regions", "min-confidence"],
        "watch": ["plan", "overwrite", "skip-existing", "warn-no-face", "update", "prune", "dry-run", "manifest", "names"],
        "review": [
            "plan", "json", "plans", "overwrite", "skip-existing", "newer", "warn-no-face", "no-face-to", "each-face", "prune", "dry-run",
            "manifest", "names",
        ],
    ]

    /// - Throws: A `ValidationError` for a file that cannot be read, and for a line that is no option.
    init(_ line: [String], environment: [String: String]) throws {
        words = line
        guard let name = line.first, let unused = Self.unused[name] else { return }
        // Finding the options that the command declares takes 2 ms, a tenth of a small crop.
        let mayName = line.contains { $0 == "--config" || $0.contains("=") }
        guard try mayName || ConfigurationFile.path(named: nil, environment: environment) != nil else { return }
        let options = DeclaredOption.all(of: CommandNames.command(of: line))
        let given = GivenOptions(line.dropFirst(), of: options)
        words = [name] + given.words
        guard given.names.isDisjoint(with: ["help", "version"]),
            let path = try ConfigurationFile.path(named: given.values["config"], environment: environment)
        else { return }
        let ofCrop = DeclaredOption.all(of: CropCommand.self).filter { $0.key != "config" }
        let lines = try ConfigurationFile.lines(of: path, options: ofCrop)
        let names = Set(lines.map(\.line.name))
        let hasEffects = names.union(given.names).contains("effects")
        let left = OptionAlternatives.replaced(names, by: given, hasEffects: hasEffects).union(unused)
        // Whatever asks to hide is never undone by what follows.
        let hiding = lines.first { $0.line.name == "effects" && Self.hides($0.line.value) }?.line
        if left.contains("effects"), !Self.hides(given.values["effects"]), !given.names.contains("redact"), let line = hiding {
            throw ValidationError(
                "\(path.printable), line \(line.number): redact hides faces, and the command line would undo that: add redact to it, or leave out the line."
            )
        }
        // A review of what is hidden has no crops.
        let hides = name == "review" && given.names.contains("redact")
        let ofHiding = Set(DetectionOptions.ofHiding + ["corrections"])
        // Here, effects have a section of their own, and how faces are found for crops must not weaken what is hidden.
        let ofEffects: Set = name != "effects" ? [] : hiding == nil ? ["effects"] : ["effects", "hide", "require-face"]
        added = lines.filter { line, _ in
            if !left.contains(line.name), ofEffects.contains(line.name) { return true }
            guard !left.contains(line.name), let section = ofCrop[line.name]?.section, options[line.name]?.section == section else {
                return false
            }
            return !hides || section == "Input" || ofHiding.contains(line.name)
        }
        self.given = given.words
        words = [name] + added.flatMap(\.words) + given.words
        self.path = path.printable
    }

    private static func hides(_ effects: String?) -> Bool { effects?.lowercased().contains("redact") == true }

    /// What the parser says about wrong words, after the lines of the file without which it would not say it; nil if it says it without any.
    ///
    /// - Parameter parser: What it says about words; nil if they are right.
    func located(_ message: String, parser: (_ words: [String]) -> String?) -> String? {
        func isSaid(without lines: Range<Int>) -> Bool {
            var rest = added
            rest.removeSubrange(lines)
            return parser(words.prefix(1) + rest.flatMap(\.words) + given) == message
        }
        guard !added.isEmpty, !isSaid(without: added.indices) else { return nil }
        return located(message, lines: added.indices.filter { !isSaid(without: $0..<$0 + 1) }.map { added[$0].line.number })
    }

    /// What a command that runs says about options, after the lines of the file with the options or the values that it names; nil if it names
    /// none.
    func located(_ message: String) -> String? {
        let named = Set(message.split { !$0.isLetter && !$0.isNumber && $0 != "-" })
        let quoted = message.matches(of: /“([^”]+)”/).map { $0.1 }
        let lines = added.filter { line, _ in
            named.contains("--\(line.name)") || quoted.contains { line.value?.contains($0) == true }
        }.map(\.line.number)
        return lines.isEmpty ? nil : located(message, lines: lines)
    }

    private func located(_ message: String, lines: [Int]) -> String {
        let numbers = lines.map(String.init)
        guard let last = numbers.last else { return "\(path): \(message)" }
        let place = numbers.count == 1 ? "line \(last)" : "lines \(numbers.dropLast().joined(separator: ", ")) and \(last)"
        return "\(path), \(place): \(message)"
    }
}
