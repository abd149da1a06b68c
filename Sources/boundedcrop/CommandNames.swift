import ArgumentParser
import BoundedCrop

/// The names of the commands, with help for names that are none: the parser would complain about the options after them, or show the help of
/// all commands.
enum CommandNames {
    /// Throws a usage error for a first word that is no command, and for one after `help`.
    static func check(_ words: some Collection<String>) throws {
        let all = BoundedCropCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let first = words.first(where: { !$0.hasPrefix("-") }), first == words.first else { return }
        let name = first == "help" ? words.dropFirst().first { !$0.hasPrefix("-") } ?? "help" : first
        guard !all.contains(name) else { return }
        throw ValidationError("There is no command “\(name.printable)”. \(advice(name, all))")
    }

    /// The command that the first word names; the root if it names none.
    static func command(of words: some Collection<String>) -> any ParsableCommand.Type {
        let commands = BoundedCropCommand.configuration.subcommands
        return commands.first { $0.configuration.commandName == words.first } ?? BoundedCropCommand.self
    }

    private static func advice(_ name: String, _ all: [String]) -> String {
        if PictureFiles.isNamedLikePicture(name) || AtomicFile.exists(name) {
            return "To crop a picture: boundedcrop crop \(name.printable) --size 300x300"
        }
        if let nearest = EditDistance.nearest(to: name, among: all) { return "Did you mean “\(nearest)”?" }
        return "There are \(all.joined(separator: ", "))."
    }
}
