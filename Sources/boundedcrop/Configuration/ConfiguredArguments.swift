import ArgumentParser
import BoundedCrop

/// The arguments of the command line, after those that a file of options adds to them.
struct ConfiguredArguments {
    /// What is to be parsed.
    private(set) var words: [String]
    private var file: ConfigurationFile?
    /// The lines of the file that were added.
    private var added: [ConfigurationFile.Setting] = []

    /// - Throws: A `ValidationError` for a file that cannot be read, and for a line that is no option.
    init(_ line: [String], environment: [String: String]) throws {
        words = line
        let commands = BoundedCropCommand.configuration.subcommands.compactMap { $0 as? any ConfigurableCommand.Type }
        guard let name = line.first, let command = commands.first(where: { $0.configuration.commandName == name }) else { return }
        // The parser describes its options slowly, compared with a small crop.
        let needsOptions = line.contains { $0.hasPrefix("--config") || $0.hasPrefix("--") && $0.contains("=") }
        guard try needsOptions || ConfigurationFile.path(named: nil, environment: environment) != nil else { return }
        let options = try CommandOptions(of: command)
        let given = GivenOptions(line.dropFirst(), of: options)
        words = [name] + given.words
        guard given.names.isDisjoint(with: ["help", "version"]),
            let path = try ConfigurationFile.path(named: given.values["config"], environment: environment)
        else { return }
        let ofCrop = try CommandOptions(of: CropCommand.self)
        let file = try ConfigurationFile(path: path, options: ofCrop)
        let hasEffects = given.names.contains("effects") || file.settings.contains { $0.name == "effects" }
        let left = OptionAlternatives.replaced(by: given, hasEffects: hasEffects).union(command.unusedOptions)
        added = file.settings.filter { setting in
            guard let own = options[setting.name], !left.contains(setting.name) else { return false }
            return own.sectionTitle == ofCrop[setting.name]?.sectionTitle
        }
        words = [name] + added.flatMap(\.arguments) + given.words
        self.file = file
    }

    /// A message about wrong options, after the lines of the file that it is about; nil if it is about none.
    func located(_ message: String) -> String? {
        guard let file, !added.isEmpty, !message.hasPrefix("Unknown option") else { return nil }
        var lines = added.filter { Self.names($0.name, in: message) }
        if lines.isEmpty {
            // Some messages only show the value.
            guard !message.contains("--") else { return nil }
            let quoted = message.matches(of: /“([^”]+)”|(\{\w+\})/).compactMap { $0.1 ?? $0.2 }
            lines = added.filter { setting in setting.value.map { value in quoted.contains { value.contains($0) } } ?? false }
        }
        let numbers = lines.map { String($0.line) }
        guard let last = numbers.last else { return "\(file.path.printable) or the command line: \(message)" }
        let place = numbers.count == 1 ? "line \(last)" : "lines \(numbers.dropLast().joined(separator: ", ")) and \(last)"
        return "\(file.path.printable), \(place): \(message)"
    }

    /// Whether a text has the name of an option, and not only as the beginning of another one.
    private static func names(_ option: String, in text: String) -> Bool {
        text.split(separator: "--\(option)", omittingEmptySubsequences: false).dropFirst().contains { rest in
            rest.first.map { !$0.isLetter && !$0.isNumber && $0 != "-" } ?? true
        }
    }
}
