import ArgumentParser

/// Help in two lengths: `--help` has what most people need of the commands with many options, `--help-all` has everything.
enum HelpText {
    static let all = "--help-all"
    private static let short = ["--help", "-h"]
    /// The commands whose help is longer than a few screens.
    private static let long = ["crop", "watch", "effects", "video"]
    private static let mostExamples = 6
    private static let common: Set<String> = [
        "--recursive", "--exclude", "--quiet", "--verbose", "--size", "--aspect", "--preset", "--scheme", "--each-face",
        "--padding", "--zoom", "--align", "--fill", "--require-face", "--accuracy", "--output", "--format", "--quality",
        "--overwrite", "--plan", "--json", "--effects", "--redact", "--hide", "--audit", "--blur", "--corner-radius",
        "--shadow", "--corrections", "--update", "--config", "--codec", "--when-apart", "--preview", "--settle",
        "--help",
    ]

    /// The help that a command line asks for; nil where the parser makes it.
    static func text(_ line: [String]) -> String? {
        let words = line.prefix { $0 != "--" }
        let command = CommandNames.command(of: line)
        if words.contains(all) { return BoundedCropCommand.helpMessage(for: command) }
        guard long.contains(command.configuration.commandName ?? ""), words.contains(where: short.contains) else { return nil }
        return shortened(BoundedCropCommand.helpMessage(for: command), of: command.configuration.commandName ?? "")
    }

    /// The first examples, the options that are common, and where the others are.
    private static func shortened(_ help: String, of command: String) -> String {
        var lines: [Substring] = []
        var section: Substring?
        var (isKept, isInExamples, exampleCount, omittedCount) = (true, false, 0, 0)
        for line in help.split(separator: "\n") {
            if line.hasSuffix(":"), line.first?.isUppercase == true {
                (section, isKept, isInExamples) = (line, false, false)
                continue
            }
            if line == "EXAMPLES" || line.hasPrefix("USAGE:") {
                lines.append("")
                (isKept, isInExamples) = (true, line == "EXAMPLES")
            }
            if line.hasPrefix("  "), !line.hasPrefix("   ") {
                if isInExamples {
                    exampleCount += 1
                    isKept = exampleCount <= mostExamples
                } else {
                    isKept = line.hasPrefix("  <") || names(line).contains(where: common.contains)
                    omittedCount += isKept ? 0 : 1
                    if isKept, let title = section {
                        lines += ["", title]
                        section = nil
                    }
                }
            }
            if isKept { lines.append(line) }
        }
        return lines.joined(separator: "\n") + "\n\n\(omittedCount) further options: boundedcrop \(command) \(all)"
    }

    /// The names of the option that a line of help begins with.
    private static func names(_ line: Substring) -> [String] {
        line.split(whereSeparator: { " ,/".contains($0) }).prefix { $0.hasPrefix("-") }.map(String.init)
    }
}
