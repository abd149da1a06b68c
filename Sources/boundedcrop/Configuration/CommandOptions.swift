import ArgumentParser
import FoundationEssentials

/// The options of a command, as the parser knows them.
struct CommandOptions {
    /// An option or flag in the parser's description of a command.
    struct Option: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let names: [Name]?
        let isRepeating: Bool
        let parsingStrategy: String
        let sectionTitle: String?

        var isFlag: Bool { kind == "flag" }
        /// Whether the next word is its value, even if it begins with a dash.
        var takesAnyWord: Bool { parsingStrategy == "unconditional" }
        var longName: String? { names?.first { $0.kind == "long" }?.name }
        var letter: String? { names?.first { $0.kind == "short" }?.name }
    }

    private struct Description: Decodable {
        struct Command: Decodable { let arguments: [Option] }

        let command: Command
    }

    /// The options by their long names: `max-bytes`.
    private let all: [String: Option]

    /// - Throws: `DecodingError` if the parser's description is not what it was.
    init(of command: any ParsableCommand.Type) throws {
        // The same as --experimental-dump-help, from which the man pages are made.
        let description = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
        let named = description.command.arguments.compactMap { option in option.longName.map { ($0, option) } }
        all = Dictionary(named) { first, _ in first }
    }

    /// The long names without those that deny another, such as `no-s3-path-style`.
    var names: [String] { all.keys.filter { canonical($0) == $0 } }

    subscript(name: String) -> Option? { all[name] }

    subscript(letter letter: Character) -> Option? { all.values.first { $0.letter == String(letter) } }

    /// The name of what a name denies, or the name itself.
    func canonical(_ name: String) -> String {
        let denied = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
        return all[denied] == nil ? name : denied
    }

    /// The argument that sets a flag; nil if there is nothing to say.
    func argument(setting flag: String, to isOn: Bool) -> String? {
        isOn ? "--\(flag)" : all["no-\(flag)"].map { _ in "--no-\(flag)" }
    }
}
