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

    private static func advice(_ name: String, _ all: [String]) -> String {
        if PictureFiles.isNamedLikePicture(name) || AtomicFile.exists(name) {
            return "To crop a picture: boundedcrop crop \(name.printable) --size 300x300"
        }
        let nearest = all.map { (name: $0, distance: distance(name, $0)) }.min { $0.distance < $1.distance }
        if let nearest, nearest.distance <= 2 { return "Did you mean “\(nearest.name)”?" }
        return "There are \(all.joined(separator: ", "))."
    }

    /// How many letters must be inserted, removed or replaced (Levenshtein), or exchanged with their neighbors, to make one word of another.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right))
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
